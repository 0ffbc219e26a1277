import { createHash } from "node:crypto";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { sendRawBytes, createRawRequest } from "../http/raw-http";
import { createHttpVisitor } from "./http-visitor";
import { localeCodes } from "~/i18n/locales";
import { publicPageAddresses } from "../../support/page-addresses";
import { getSharedSite } from "../../support/shared-site";
import { startVelvetgate, type TestSite } from "../../support/velvetgate";

let site: TestSite;
beforeAll(async () => {
  site = await getSharedSite();
});

// The paths of the shared pages to test. The languages take turns; every second path has a URL prefix.
const sharedPaths = [
  ...publicPageAddresses.map((publicPath, index) => {
    const locale = localeCodes[index % localeCodes.length] ?? "en";
    return index % 2 === 0 ? publicPath || "/" : `/${locale}${publicPath}`;
  }),
  "/de",
  "/pl/viral",
  "/registration/deny",
];
const cachedPaths = sharedPaths.filter((path) => !/deny|error/.test(path));

const visitorText = "Kanarienvogel";
/** Headers that do not make a page personalized, each with a text that no page may contain. */
const ignoredHeaders: Record<string, string> = {
  Cookie: ["sid", "tz", "consent", "lang", "locale", "other"]
    .map((name) => `${name}=${visitorText}`)
    .join("; "),
  "Sec-CH-UA-Mobile": `"${visitorText}"`,
  Referer: `https://${visitorText}.example/${visitorText}?${visitorText}`,
  "X-Forwarded-For": "203.0.113.77",
  "X-Demo-Country": visitorText,
  "X-Session-Id": visitorText,
  From: visitorText,
  Authorization: `Bearer ${visitorText}`,
  "User-Agent": `Mozilla/5.0 (X11; Linux x86_64; rv:140.0) ${visitorText}/140.0`,
};

function withQuery(path: string, query: string): string {
  return `${path}${path.includes("?") ? "&" : "?"}${query}`;
}

describe("shared page", () => {
  it.each(sharedPaths)(
    "has the same bytes for every visitor, and contains no visitor data: %s",
    async (path) => {
      const firstPage = await createHttpVisitor(site).get(path);
      const query = `utm_source=${visitorText}&gclid=${visitorText}&disablegb=${visitorText}`;
      const secondPage = await createHttpVisitor(site).get(withQuery(path, query), ignoredHeaders);
      const thirdPage = await createHttpVisitor(site).get(path);
      expect(secondPage.body).toBe(firstPage.body);
      expect(thirdPage.body).toBe(firstPage.body);
      expect(secondPage.body).not.toContain(visitorText);
      expect(JSON.stringify([...secondPage.headers])).not.toContain(visitorText);
    },
  );

  // The deny page without a reason is excluded. Its shared page contains a URL with the default reason, so it differs
  // from the personalized page.
  it.each(sharedPaths.filter((path) => path !== "/registration/deny"))(
    "equals the personalized page except for nonces: %s",
    async (path) => {
      const sharedPage = await createHttpVisitor(site).get(path);
      const personalizedPage = await createHttpVisitor(site).get(path, {
        ...ignoredHeaders,
        Cookie: `draft=${visitorText}`,
      });
      expect(personalizedPage.body).toContain(' nonce="');
      expect(personalizedPage.body).not.toContain(visitorText);
      expect(sharedPage.body).not.toContain(' nonce="');
      // The two pages differ only in nonces.
      expect(personalizedPage.body.replaceAll(/ nonce="[^"]*"/g, "")).toBe(sharedPage.body);
    },
  );

  it("has the same bytes for all campaigns that have no specific headline", async () => {
    const visitor = createHttpVisitor(site);
    const [landing, campaign, social] = [
      await visitor.get("/de"),
      await visitor.get(`/de/${visitorText.toLowerCase()}`),
      await visitor.get("/de/social"),
    ];
    expect(campaign.body).toBe(landing.body);
    expect(social.body).not.toBe(landing.body);
  });

  it("has the same bytes for crawlers", async () => {
    const crawlerHeaders = { "User-Agent": "Mozilla/5.0 (compatible; Examplebot/2.1; +https://bot.example)" };
    const crawlerPage = await createHttpVisitor(site).get("/nl/info/jobs", crawlerHeaders);
    expect(crawlerPage.body).toBe((await createHttpVisitor(site).get("/nl/info/jobs")).body);
  });

  it("keeps the ETag when a better compression replaces the first compression", async () => {
    const visitor = createHttpVisitor(site, { "Accept-Encoding": "br" });
    const readLength = ({ headers }: { headers: Headers }) => Number(headers.get("Content-Length"));
    const firstPage = await visitor.get("/it/info/jobs");
    await expect
      .poll(async () => readLength(await visitor.get("/it/info/jobs")), { timeout: 30_000 })
      .toBeLessThan(readLength(firstPage));
    const secondPage = await visitor.get("/it/info/jobs");
    expect(secondPage.headers.get("ETag")).toBe(firstPage.headers.get("ETag"));
    expect(secondPage.body).toBe(firstPage.body);
    const unchangedPage = await visitor.get("/it/info/jobs", {
      "If-None-Match": firstPage.headers.get("ETag") ?? "",
    });
    expect(unchangedPage.status).toBe(304);
  });

  it.each(cachedPaths)("returns 304 if the request contains the current ETag: %s", async (path) => {
    const visitor = createHttpVisitor(site, { "Accept-Encoding": "br" });
    const firstPage = await visitor.get(path);
    const etag = firstPage.headers.get("ETag") ?? "";
    expect(etag).toMatch(/^"[\w-]{22}-br"$/);
    for (const ifNoneMatch of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
      const notModified = await visitor.get(path, { "If-None-Match": ifNoneMatch });
      expect([ifNoneMatch, notModified.status, notModified.body]).toEqual([ifNoneMatch, 304, ""]);
      for (const name of ["ETag", "Cache-Control", "Vary", "Content-Security-Policy"])
        expect(notModified.headers.get(name), name).toBe(firstPage.headers.get(name));
      expect(notModified.headers.has("Content-Type")).toBe(false);
    }
    const responseToUnknownEtag = await visitor.get(path, { "If-None-Match": '"other"' });
    expect(responseToUnknownEtag.status).toBe(200);
  });

  it.each(["/de/registration/deny?reason=expired", "/de/error/404"])(
    "has no ETag and must not be stored if it is an error or deny page: %s",
    async (path) => {
      const { headers } = await createHttpVisitor(site).get(path);
      expect(headers.get("ETag")).toBeNull();
      expect(headers.get("Cache-Control")).toBe("no-store");
      expect(headers.get("X-Robots-Tag")).toBe("noindex");
    },
  );

  it("lists in Vary the request headers that select its variant", async () => {
    const readVary = async (path: string) => (await createHttpVisitor(site).get(path)).headers.get("Vary");
    expect(await readVary("/de")).toBe("Accept-Encoding, Save-Data, Sec-CH-UA-Mobile, Cookie");
    expect(await readVary("/")).toBe("Accept-Encoding, Save-Data, Sec-CH-UA-Mobile, Cookie, Accept-Language");
  });

  it.each<[string, "br" | "gzip" | null]>([
    ["gzip, deflate, br, zstd", "br"],
    ["gzip;q=1.0, br;q=0.1", "br"],
    ["gzip, br;q=0", "gzip"],
    ["deflate", null],
    ["", null],
    ["identity", null],
    ["*", "br"],
  ])("answers Accept-Encoding '%s' with the encoding %s", async (acceptEncoding, encoding) => {
    const page = await fetchRawPage(acceptEncoding);
    const identityPage = await fetchRawPage("identity");
    expect([page.encoding, page.length]).toEqual([encoding, page.body.length]);
    const decoders = { br: brotliDecompressSync, gzip: gunzipSync };
    const bytes = encoding === null ? page.body : decoders[encoding](page.body);
    expect(bytes.equals(identityPage.body)).toBe(true);
  });

  it("answers HEAD with the same headers and no body", async () => {
    const responseToGet = await fetchRawPage("br");
    const headPage = await fetchRawPage("br", "HEAD");
    expect([headPage.length, headPage.etag, headPage.body.length]).toEqual([
      responseToGet.length,
      responseToGet.etag,
      0,
    ]);
  });

  it("allows in its CSP exactly the scripts and styles that the page contains", async () => {
    for (const path of sharedPaths) {
      const { headers, body } = await createHttpVisitor(site).get(path);
      const policy = headers.get("Content-Security-Policy") ?? "";
      const computeHashes = (pattern: RegExp) =>
        [...body.matchAll(pattern)].map(
          ([, text = ""]) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`,
        );
      const scripts = computeHashes(/<script(?! type="application\/)[^>]*>([^]*?)<\/script>/g);
      // Error pages contain no scripts, because nothing on these pages needs a script.
      expect(scripts).toHaveLength(path.includes("error") || path.includes("nowhere") ? 0 : 1);
      expect(policy.split(";")).toContain(["script-src 'self'", ...scripts].join(" "));
      expect(policy.split(";")).toContain(
        `style-src 'self' ${computeHashes(/<style>([^]*?)<\/style>/g).join(" ")}`,
      );
      expect(policy).not.toMatch(/nonce|strict-dynamic|unsafe/);
    }
  });

  it("has every security header that personalized pages have", async () => {
    const visitor = createHttpVisitor(site);
    const [page, renderedPage] = [await visitor.get("/de"), await visitor.get("/de/login")];
    const pageHeaders = new Set([
      "set-cookie",
      "etag",
      "content-length",
      "transfer-encoding",
      "x-robots-tag",
    ]);
    for (const [name] of renderedPage.headers)
      if (!pageHeaders.has(name)) expect([...page.headers.keys()]).toContain(name);
  });

  it("sets only the locale cookie, and only if the language prefix changes the locale", async () => {
    const visitor = createHttpVisitor(site);
    expect((await visitor.get("/de")).headers.getSetCookie()).toEqual([
      expect.stringMatching(/^locale=de; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
    expect((await visitor.get("/de/info/terms")).headers.getSetCookie()).toEqual([]);
    expect((await visitor.get("/")).headers.getSetCookie()).toEqual([]);
    expect((await visitor.get("/fr")).headers.getSetCookie()).toEqual([expect.stringMatching(/^locale=fr;/)]);
  });
});

describe("page cache", () => {
  it("does not serve visitors with a forbidden referrer", async () => {
    await createHttpVisitor(site).get("/de");
    const response = await createHttpVisitor(site).get("/de", { Referer: "https://www.google.com/" });
    expect(response).toMatchObject({ status: 303, location: "/de/registration/deny?reason=referrer" });
  });

  it("does not store a rejected visitor's code and inviter for other visitors", async () => {
    const visitor = createHttpVisitor(site);
    const pageBefore = await createHttpVisitor(site).get("/de/registration/deny?reason=expired");
    const denyPage = await visitor.followRedirect(await visitor.get("/de?rc=EXPIRED"));
    expect(denyPage.path).toBe("/de/registration/deny?reason=expired");
    expect(denyPage.headers.get("Cache-Control")).toBe("no-store");
    expect(denyPage.body).toContain("Theo");
    const pageAfter = await createHttpVisitor(site).get(denyPage.path);
    expect(pageAfter.body).toBe(pageBefore.body);
    expect(pageAfter.body).not.toMatch(/EXPIRED|Theo/);
  });

  it("does not serve visitors with a draft, even if their ETag matches", async () => {
    const visitor = createHttpVisitor(site);
    const etag = (await visitor.get("/de")).headers.get("ETag") ?? "";
    await visitor.get("/de?rc=WELCOME");
    const draftPage = await visitor.get("/de", { "If-None-Match": etag });
    expect(draftPage.status).toBe(200);
    expect(draftPage.body).toContain('value="WELCOME"');
    expect((await createHttpVisitor(site).get("/de")).body).not.toContain("WELCOME");
  });

  it("does not answer requests for probes, files and unknown pages", async () => {
    const visitor = createHttpVisitor(site);
    expect((await visitor.get("/healthz")).body).toBe('{"status":"ok"}');
    expect((await visitor.get("/assets")).status).toBe(404);
    expect((await visitor.get("/de/products/none")).status).toBe(404);
    expect((await visitor.get("/csp-reports")).headers.get("ETag")).toBeNull();
  });
});

it("shared pages change when the season changes", async () => {
  const seasonStart = new Date(Date.parse("2026-11-22T23:00:00Z") - 4000).toISOString();
  const seasonalSite = await startVelvetgate({
    env: { CLOCK: seasonStart, FEATURES: "seasonal-banner=auto" },
  });
  const distinctBodies = new Set<string>();
  // The site's clock starts a few seconds before Black Week, so that the banner appears during the test.
  await expect
    .poll(
      async () => {
        const { body } = await createHttpVisitor(seasonalSite).get("/en");
        distinctBodies.add(body);
        return body.includes("Black Week") && !body.includes("endsAt");
      },
      { timeout: 15_000, interval: 500 },
    )
    .toBe(true);
  await seasonalSite.stop();
});

/** Requests a page and returns its raw bytes. */
async function fetchRawPage(acceptEncoding: string, method = "GET") {
  const headers = { Host: "localhost", Accept: "text/html", "User-Agent": "Mozilla/5.0 Firefox/140.0" };
  const headPage = createRawRequest(`${method} /de HTTP/1.1`, {
    ...headers,
    "Accept-Encoding": acceptEncoding,
  });
  const response = await sendRawBytes(Number(new URL(site.origin).port), headPage);
  return {
    encoding: response?.headers.get("content-encoding") ?? null,
    etag: response?.headers.get("etag"),
    length: Number(response?.headers.get("content-length")),
    body: Buffer.from(response?.body ?? "", "latin1"),
  };
}
