import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRequestContext } from "~/request/context.server";
import { createServices } from "~/request/services.server";
import { findReturnPath, toSafeReturnPath } from "~/request/return-path.server";
import * as login from "~/routes/login/route";
import { startStubAcq } from "../../tests/integration/server/stub-acq";
import { createConfig } from "../../tests/support/configuration";
import { requestInfoOf } from "../../tests/support/request-info";
import { startClub } from "../../tests/support/route-context";
import { newVisitor } from "../../tests/support/visitor";

function findReturnPathOf(returnTo: string, referer: string | undefined, basePath = ""): string {
  const config = createConfig({
    ACQ_EMBEDDED: "true",
    PUBLIC_ORIGIN: "https://club.example",
    LOG_LEVEL: "silent",
    BASE_PATH: basePath,
  });
  const app = createRequestContext(
    createServices(config),
    requestInfoOf(`${basePath}/language`, { basePath, referer }),
  );
  return findReturnPath(app, returnTo);
}

describe("page that a form was submitted from", () => {
  it.each([
    [
      "the campaign of the same page",
      "/de",
      "https://club.example/de/spring-sale?utm_source=x",
      "/de/spring-sale?utm_source=x",
    ],
    [
      "the same page with its query",
      "/de/info/terms",
      "https://club.example/de/info/terms?utm_source=x",
      "/de/info/terms?utm_source=x",
    ],
    ["an unprefixed campaign", "/", "https://club.example/spring-sale", "/spring-sale"],
    ["the form's path without a Referer", "/de/info/terms", undefined, "/de/info/terms"],
    [
      "the form's path if the Referer is only the origin",
      "/de/info/terms",
      "https://club.example/",
      "/de/info/terms",
    ],
    ["the form's path if the Referer has another language", "/de", "https://club.example/fr/sale", "/de"],
    ["the form's path if the Referer is on another site", "/de", "https://evil.example/de/sale", "/de"],
    ["the form's path if the Referer is invalid", "/de", "rubbish", "/de"],
    ["a page with a trailing slash", "/de/sale/", undefined, "/de/sale/"],
    ["the start page instead of an error page", "/de/error/refused", undefined, "/de"],
    ["the start page instead of the consent form", "/consent", "https://club.example/consent", "/"],
    ["the start page instead of an unknown page", "/pl/no/page", undefined, "/pl"],
    ["the start page instead of an event stream", "/pl/registration/events?x", undefined, "/pl"],
    [
      "the start page if path and Referer are on another site",
      "https://evil.example",
      "https://evil.example/",
      "/",
    ],
  ])("resolves to %s", (_description, returnTo, referer, path) => {
    expect(findReturnPathOf(returnTo, referer)).toBe(path);
  });

  it("resolves to a path without the base path", () => {
    expect(findReturnPathOf("/de", "https://club.example/acquisition/de/sale", "/acquisition")).toBe(
      "/de/sale",
    );
    expect(findReturnPathOf("/", "https://club.example/acquisition?utm_source=x", "/acquisition")).toBe(
      "/?utm_source=x",
    );
    expect(findReturnPathOf("/", "https://club.example/sale", "/acquisition")).toBe("/");
  });
});

describe("path that a form redirects back to", () => {
  it.each([
    ["/", "/"],
    ["/de/invite", "/de/invite"],
    ["/registration/formstarted?rc=WELCOME&vt=a.b", "/registration/formstarted?rc=WELCOME&vt=a.b"],
    ["/membership-interest#main", "/membership-interest#main"],
  ])("accepts the path %s", (text, path) => {
    expect(toSafeReturnPath(text)).toBe(path);
  });

  it.each([
    ["an empty value", ""],
    ["another site", "https://evil.example/"],
    ["another host without a scheme", "//evil.example/invite"],
    ["another host behind a backslash", "/\\evil.example/"],
    ["another host behind a tab", "/\t/evil.example/"],
    ["another host behind a dot", "/.//evil.example/"],
    ["a script", "javascript:alert(1)"],
    ["a relative path", "invite"],
    ["a line break with a second header", "/invite\r\nSet-Cookie: a=b"],
    ["a path longer than that of any page", `/${"a".repeat(2048)}`],
  ])("falls back to the start page for %s", (_, text) => {
    expect(toSafeReturnPath(text)).toBe("/");
  });

  const urlPart = fc.oneof(
    fc.string(),
    fc.constantFrom(
      "/",
      "\\",
      ".",
      "..",
      "//",
      "@",
      ":",
      "\t",
      "%2f",
      "%5c",
      "\u2215",
      "https:",
      "evil.example",
    ),
  );

  it("stays on this site for any requested value", () => {
    fc.assert(
      fc.property(fc.array(urlPart), (urlParts) => {
        const path = toSafeReturnPath(`/${urlParts.join("")}`);
        expect(path).toMatch(/^\/(?!\/)[\x21-\x7e]*$/);
        expect(new URL(path, "https://club.example/de/login").host).toBe("club.example");
      }),
    );
  });

  it("stays on this site after sign-in for any submitted value", async () => {
    const acq = await startStubAcq(() => ({ login: { token: "anything" } }));
    const club = await startClub({ ACQ_GRAPHQL_URL: acq.url });
    const visitor = newVisitor(club);
    await fc.assert(
      fc.asyncProperty(fc.array(urlPart), async (urlParts) => {
        const fields = { email: "a@b.example", password: "velvet", returnTo: urlParts.join("") };
        const { status, location } = await visitor.post(login, "/de/login", fields);
        expect(status).toBe(303);
        expect(new URL(location ?? "", "https://club.example/de/login").origin).toBe("https://club.example");
      }),
    );
    await club.stop();
    await acq.stop();
  });
});
