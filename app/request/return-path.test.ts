import { describe, expect, it } from "vitest";
import { createRequestContext } from "./context.server";
import { servicesOf } from "./services.server";
import { findReturnPath } from "./return-path.server";
import { requestInfoOf } from "../../tests/support/request-info";
import { createConfig } from "../../tests/support/configuration";

function findReturnPathOf(returnTo: string, referer: string | undefined, basePath = ""): string {
  const config = createConfig({
    ACQ_EMBEDDED: "true",
    PUBLIC_ORIGIN: "https://club.example",
    LOG_LEVEL: "silent",
    BASE_PATH: basePath,
  });
  const app = createRequestContext(
    servicesOf(config),
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
    [
      "the start page if path and Referer are on another site",
      "https://evil.example",
      "https://evil.example/",
      "/",
    ],
  ])("resolves to %s", (_what, returnTo, referer, path) => {
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
