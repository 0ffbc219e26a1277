import { describe, expect, it } from "vitest";
import { readEnvironment } from "~/config/environment";
import { createBareHeaders, createSecurityHeaders } from "~/server/security-headers.server";
import { createConfig } from "../../support/configuration";

/** Returns the Strict-Transport-Security header of a page, and of a response that is not a page. */
function readHstsHeaders(environment: Record<string, string>): (string | undefined)[] {
  const secret = "a secret of 32 characters or more";
  const config = createConfig({
    PUBLIC_ORIGIN: "https://club.example",
    SESSION_SECRET: secret,
    ...environment,
  });
  const page = new Map(createSecurityHeaders(config)({ scripts: [], styles: [] }));
  return [page.get("strict-transport-security"), createBareHeaders(config)["Strict-Transport-Security"]];
}

describe("Strict-Transport-Security (docs/operate/configuration.md)", () => {
  it.each<[string, Record<string, string>, string | undefined]>([
    ["covers the host by default", {}, "max-age=63072000"],
    ["covers the host if HSTS is host", { HSTS: "host" }, "max-age=63072000"],
    [
      "covers subdomains if HSTS is subdomains",
      { HSTS: "subdomains" },
      "max-age=63072000; includeSubDomains",
    ],
    ["disappears if HSTS is off", { HSTS: "off" }, undefined],
    ["disappears below a base path by default", { BASE_PATH: "/acquisition" }, undefined],
    [
      "covers the host below a base path if HSTS is host",
      { BASE_PATH: "/a", HSTS: "host" },
      "max-age=63072000",
    ],
    ["disappears without https", { PUBLIC_ORIGIN: "http://club.example", HSTS: "host" }, undefined],
  ])("%s", (_title, environment, header) => {
    expect(readHstsHeaders(environment)).toEqual([header, header]);
  });

  it("requires a valid HSTS: an unknown value is reported as a fault with the allowed values", () => {
    const result = readEnvironment({ ACQ_EMBEDDED: "true", HSTS: "always" });
    expect(result).toEqual({
      ok: false,
      faults: ['HSTS is "always"; allowed is off, host or subdomains'],
    });
  });
});
