import { describe, expect, it } from "vitest";
import { createServices } from "~/request/services.server";
import { serializeVisitor } from "~/experiments/visitor-cookie";
import { createPageKeyReader } from "~/server/shared-pages/page-key.server";
import { createConfig } from "../../../tests/support/configuration";

const browserUserAgent = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

function createKeyReader(environment: Record<string, string> = {}) {
  const config = createConfig({
    ACQ_EMBEDDED: "true",
    PUBLIC_ORIGIN: "https://club.example",
    LOG_LEVEL: "silent",
    FEATURES: "seasonal-banner=none",
    ...environment,
  });
  const services = createServices(config);
  const readPageKey = createPageKeyReader(services);
  return (url: string, headers: Record<string, string> = {}, method = "GET") => {
    const sentHeaders = {
      host: "club.example",
      accept: "text/html",
      "user-agent": browserUserAgent,
      ...headers,
    };
    return readPageKey({
      method,
      address: services.parseAddress(url),
      headers: sentHeaders,
      rawHeaders: Object.entries(sentHeaders).flat(),
    });
  };
}

const readPageKey = createKeyReader();

describe("shared page key", () => {
  it.each([
    ["/", "/", "en", 200],
    ["/de", "/de", "de", 200],
    ["/de/", "/de", "de", 200],
    ["/de/spring-sale", "/de", "de", 200],
    ["/spring-sale", "/", "en", 200],
    ["/de/social", "/de/social", "de", 200],
    ["/viral-product-share", "/viral-product-share", "en", 200],
    ["/registration/gift-voucher", "/registration/gift-voucher", "en", 200],
    ["/sv/membership-interest", "/sv/membership-interest", "sv", 200],
    ["/pl/products/quillane", "/pl/products/quillane", "pl", 200],
    ["/nl/coming-soon/phone", "/nl/coming-soon/phone", "nl", 200],
    ["/fr/info/terms", "/fr/info/terms", "fr", 200],
    ["/it/error/404", "/it/error/404", "it", 404],
    ["/de/registration/deny?reason=no-balance", "/de/registration/deny?reason=no-balance", "de", 403],
    ["/registration/deny", "/registration/deny?reason=invalid", "en", 403],
    ["/registration/deny?reason=other", "/registration/deny?reason=invalid", "en", 403],
    ["/de?utm_source=mail&utm_campaign=x%20y&gclid=1&fbclid=2&disablegb=true", "/de", "de", 200],
    ["/de?", "/de", "de", 200],
  ])("maps the path %s to %s", (requestedUrl, url, locale, status) => {
    expect(readPageKey(requestedUrl)).toMatchObject({ url, locale, status });
  });

  it.each([
    ["a personalized page", "/de/membership-interest/apply"],
    ["a form", "/registration/formstarted"],
    ["an invitation", "/de?rc=WELCOME"],
    ["a timestamp", "/de?vt=1"],
    ["an invitation with a damaged parameter", "/de?utm_source=mail&amp;rc=WELCOME"],
    ["an invitation that is encoded as a whole", "/de?rc%3DWELCOME"],
    ["an unknown parameter", "/de?x=1"],
    ["an encoded name", "/de?utm%5fsource=1"],
    ["two reasons", "/registration/deny?reason=link&reason=expired"],
    ["an encoded reason", "/registration/deny?reason=no%2Dbalance"],
    ["a reason on a page that reads none", "/de?reason=link"],
    ["an unknown product", "/products/none"],
    ["an unknown page", "/info/none"],
    ["the login page", "/login"],
    ["a second slash", "//de"],
    ["another host's address", "http://evil.example/de"],
    ["data for a script", "/de.data"],
    ["a file", "/icon.svg"],
    ["the files' folder", "/assets"],
    ["a probe", "/healthz"],
    ["another probe", "/readyz"],
    ["the browser's reports", "/csp-reports"],
    ["a deeper address", "/de/spring/sale"],
    ["capital letters", "/de/Spring"],
  ])("does not exist for %s: %s", (_description, url) => {
    expect(readPageKey(url)).toBeUndefined();
  });

  it("exists only for paths below the base path", () => {
    const readPageKeyBelowPath = createKeyReader({ BASE_PATH: "/acquisition" });
    expect(readPageKeyBelowPath("/acquisition")).toMatchObject({ url: "/" });
    expect(readPageKeyBelowPath("/acquisition/de/spring")).toMatchObject({ url: "/de" });
    expect(readPageKeyBelowPath("/acquisition/error/404")).toMatchObject({ url: "/error/404", status: 404 });
    for (const url of ["/de", "/", "/acquisitions/de"])
      expect(readPageKeyBelowPath(url), url).toBeUndefined();
  });
});

describe("shared page key of a request", () => {
  it.each([
    ["a draft", { cookie: "a=b; __Host-draft=x" }],
    ["a token", { cookie: "auth.token=x" }],
    ["a visitor cookie without consent", { cookie: "__Host-visitor=x" }],
    ["consent but no visitor cookie", { cookie: "__Host-consent=a1m0" }],
    ["a listed referrer", { referer: "https://www.google.com/search?q=x" }],
    ["an Accept header without HTML", { accept: "application/json" }],
    ["a body", { "content-length": "5" }],
    ["a chunked body", { "transfer-encoding": "chunked" }],
    ["an invalid Host header", { host: "a b" }],
  ])("does not exist for a request with %s", (_description, headers) => {
    expect(readPageKey("/de", headers)).toBeUndefined();
  });

  it.each(["POST", "PUT", "OPTIONS", "TRACE"])("does not exist for the method %s", (method) => {
    expect(readPageKey("/de", {}, method)).toBeUndefined();
  });

  it("does not exist for a request with two Host headers", () => {
    const headers = { host: "club.example" };
    const rawHeaders = ["Host", "a.example", "Host", "b.example"];
    const services = createServices(createConfig({ ACQ_EMBEDDED: "true", LOG_LEVEL: "silent" }));
    const address = services.parseAddress("/de");
    expect(createPageKeyReader(services)({ method: "GET", address, headers, rawHeaders })).toBeUndefined();
  });

  it.each([
    ["the language cookies", { cookie: "lang=de; locale=de" }],
    [
      "the session, time zone and consent cookies",
      { cookie: "__Host-sid=x; __Host-tz=y; __Host-consent=a0m1" },
    ],
    ["cookies of other programs", { cookie: "_ga=1; nodraft=2" }],
    ["a referrer on this site", { referer: "https://club.example/de" }],
    ["an unlisted referrer", { referer: "https://blog.example/" }],
  ])("does not depend on %s", (_description, headers) => {
    expect(readPageKey("/de", headers)?.url).toBe("/de");
  });

  it("ignores a forbidden referrer on an information page", () => {
    const headers = { referer: "https://www.google.com/" };
    expect(readPageKey("/de/info/terms", headers)?.url).toBe("/de/info/terms");
  });
});

describe("inputs of the shared page key", () => {
  it("include Save-Data", () => {
    expect(readPageKey("/de", { "save-data": "on" })?.name).not.toBe(readPageKey("/de")?.name);
  });

  it("include the language, if the URL has no language prefix", () => {
    expect(readPageKey("/", { "accept-language": "pl" })?.locale).toBe("pl");
    expect(readPageKey("/", { "accept-language": "pl", cookie: "locale=sv" })?.locale).toBe("sv");
    expect(readPageKey("/", { cookie: "locale=sv; lang=fr" })?.locale).toBe("fr");
    expect(readPageKey("/", { "accept-language": "de" })?.name).not.toBe(readPageKey("/de")?.name);
  });

  it("include the language configured for the host", () => {
    const localeDomainVariables = { LOCALE_DOMAINS: "club.it.example=it" };
    const forwardedHeaders = { "x-forwarded-host": "club.it.example" };
    expect(createKeyReader(localeDomainVariables)("/", { host: "club.it.example:8080" })?.locale).toBe("it");
    expect(createKeyReader(localeDomainVariables)("/", forwardedHeaders)?.locale).toBe("en");
    expect(
      createKeyReader({ ...localeDomainVariables, TRUST_PROXY: "1" })("/", forwardedHeaders)?.locale,
    ).toBe("it");
  });

  it("include the configured features", () => {
    const readOtherPageKey = createKeyReader({ FEATURES: "seasonal-banner=none,landing-layout=only-mobile" });
    expect(readOtherPageKey("/de")?.name).not.toBe(readPageKey("/de")?.name);
  });

  it("include the experiment assignments of a consenting visitor, but only on the landing page", () => {
    const readKeyOfAssignment = (assigned: Record<string, string>, url = "/de") => {
      const visitor = serializeVisitor({ id: "0123456789abcdef", assignedVariations: assigned, values: {} });
      return readPageKey(url, { cookie: `__Host-consent=a1m0; __Host-visitor=${visitor}` });
    };
    expect(readKeyOfAssignment({})).toEqual(readPageKey("/de"));
    expect(readKeyOfAssignment({ headline__0: "viral" })?.name).not.toBe(readPageKey("/de")?.name);
    expect(readKeyOfAssignment({ headline__0: "viral" })?.features.headline).toBe("viral");
    expect(readKeyOfAssignment({ headline__0: "viral" }, "/de/info/terms")).toEqual(
      readPageKey("/de/info/terms"),
    );
    // A response that assigns a variant to the visitor sets the visitor's cookie, so it is a personalized page.
    expect(readKeyOfAssignment({}, "/de/try-headline")).toBeUndefined();
    expect(readKeyOfAssignment({ headline__0: "default" }, "/de/try-headline")).toEqual(readPageKey("/de"));
  });

  it("do not include request headers such as User-Agent", () => {
    const allVariants = {
      "user-agent": "Mozilla/5.0 (compatible; Examplebot/2.1; +https://bot.example)",
      dnt: "1",
      "sec-ch-ua": '"x"',
      "x-demo-country": "SE",
      from: "canary",
      "sec-ch-ua-mobile": "?1",
    };
    expect(readPageKey("/de", allVariants)).toEqual(readPageKey("/de"));
  });
});

describe("variants cookie", () => {
  it.each([
    [
      "disablegb=true sets the cookie",
      "/de?disablegb=true",
      undefined,
      /^__Host-variants=off; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    ],
    ["disablegb=true does not set the cookie again", "/de?disablegb=true", "__Host-variants=off", undefined],
    [
      "disablegb=false deletes the cookie",
      "/de?disablegb=false",
      "__Host-variants=off",
      /^__Host-variants=; Max-Age=0;/,
    ],
    ["a forged value deletes the cookie", "/de", "__Host-variants=forged", /^__Host-variants=; Max-Age=0;/],
    ["another value of disablegb does not set the cookie", "/de?disablegb=1", undefined, undefined],
    ["no disablegb leaves the cookie unchanged", "/de", "__Host-variants=off", undefined],
  ])(
    "depends on its current value and on disablegb in the query: %s",
    (_description, url, cookie, newValue) => {
      const key = readPageKey(url, cookie ? { cookie } : {});
      expect(key).toMatchObject({ url: "/de" });
      if (newValue) expect(key?.variantsCookie).toMatch(newValue);
      else expect(key?.variantsCookie).toBeUndefined();
    },
  );
});

describe("locale cookie", () => {
  it.each([
    ["a first visit with a prefix sets the cookie", "/de", undefined, true],
    ["another prefix sets the cookie", "/de", "locale=en", true],
    ["the same prefix does not set the cookie", "/de", "locale=de", false],
    ["a first visit without a prefix does not set the cookie", "/", undefined, false],
    ["a path without a prefix does not set the cookie", "/", "locale=de", false],
  ])(
    "changes only if the path has a language prefix that differs from the cookie: %s",
    (_description, url, cookie, setsLocale) => {
      expect(readPageKey(url, cookie ? { cookie } : {})?.shouldSetLocaleCookie).toBe(setsLocale);
    },
  );
});

describe("shared page during the sales season", () => {
  const createKeyReaderAt = (CLOCK: string, FEATURES = "seasonal-banner=auto") =>
    createKeyReader({ CLOCK, FEATURES });
  const readExpiry = (readTestedPageKey: typeof readPageKey, url = "/de") =>
    readTestedPageKey(url)?.expiresAt ?? 0;

  it("expires at the end of the minute if it shows the countdown, and much later on an information page", () => {
    const readCountdownPageKey = createKeyReaderAt("2026-11-16T10:00:30Z");
    const [landing, terms] = [
      readExpiry(readCountdownPageKey),
      readExpiry(readCountdownPageKey, "/de/info/terms"),
    ];
    expect(new Date(landing).toISOString()).toBe("2026-11-16T10:01:00.000Z");
    expect(new Date(terms).getFullYear()).toBe(2027);
  });

  it("expires at the end of the season if the page has no countdown", () => {
    expect(new Date(readExpiry(createKeyReaderAt("2026-11-24T10:00:00Z"))).toISOString()).toBe(
      "2026-11-29T23:00:00.000Z",
    );
    expect(new Date(readExpiry(createKeyReaderAt("2026-10-01T10:00:00Z"))).toISOString()).toBe(
      "2026-11-12T23:00:00.000Z",
    );
  });

  it("has a different key in each season", () => {
    const days = ["2026-10-01", "2026-11-16", "2026-11-24", "2026-11-30"];
    const keyNames = days.map((day) => createKeyReaderAt(`${day}T10:00:00Z`)("/de")?.name);
    expect(new Set(keyNames).size).toBe(4);
  });

  it("expires at the end of the minute if a feature forces a countdown", () => {
    const readForcedBannerPageKey = createKeyReaderAt("2026-06-01T10:00:30Z", "seasonal-banner=black-friday");
    expect(new Date(readExpiry(readForcedBannerPageKey)).toISOString()).toBe("2026-06-01T10:01:00.000Z");
  });
});
