import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { generatedFiles, pages } from "~/routes";
import { collectRequestLines, type LogLine } from "../../support/log-lines";
import { getSharedSite } from "../../support/shared-site";
import { startVelvetgate, type TestSite, type Velvetgate } from "../../support/velvetgate";
import { createHttpVisitor } from "./http-visitor";

/** Example paths of each route in app/routes.ts. A path parameter without a list of values is "any". */
const examplePaths = Object.entries(pages).flatMap(([row, page]) => {
  const [start = "", parameter] = row.split(":");
  const parameterValues = row === ":slug?" ? ["", "social"] : (page.parameterValues ?? ["any"]);
  const pagePaths = parameter === undefined ? [start] : parameterValues.map((value) => start + value);
  return pagePaths.map((path) => ({ path: `/${path}`, pattern: `/${row}`, page }));
});
const publicPages = examplePaths.filter(({ page }) => page.privacy === "public");
const selectQueryOfPath = (path: string) => (path === "/registration/deny" ? "?reason=expired" : "");
const languagePrefixes = ["", "/de", "/pl"];

/** Returns a path with a prefix. For the landing page, the result is the prefix without a slash at the end. */
const addLanguagePrefix = (prefix: string, path: string) =>
  path === "/" && prefix !== "" ? prefix : prefix + path;

describe("table of paths that the request log uses", () => {
  let site: Velvetgate;
  beforeAll(async () => {
    site = await startVelvetgate();
  });
  afterAll(() => site.stop());

  /** Makes these requests, and returns their log lines in any order. */
  async function collectLogLines(requests: (() => Promise<unknown>)[]): Promise<LogLine[]> {
    return collectRequestLines(
      site,
      async () => {
        for (const request of requests) await request();
      },
      requests.length,
    );
  }

  it("identifies each page by its route pattern, for GET and POST", async () => {
    const visitor = createHttpVisitor(site);
    const localizedPaths = examplePaths.flatMap(({ path, pattern }) =>
      ["", "/pl"].map((prefix) => ({ path: addLanguagePrefix(prefix, path), pattern })),
    );
    const lines = await collectLogLines(
      localizedPaths.flatMap(({ path }) => [() => visitor.get(path), () => visitor.post(path, {})]),
    );
    const patterns = localizedPaths.flatMap(({ pattern }) => [pattern, pattern]);
    expect(lines.map(({ route }) => route).sort()).toEqual(patterns.sort());
  });

  it("marks a page as shared if and only if the page cache stores the page", async () => {
    const requests = examplePaths.map(
      ({ path }) =>
        () =>
          createHttpVisitor(site).get(path + selectQueryOfPath(path)),
    );
    await collectLogLines(requests);
    const lines = await collectLogLines(requests);
    const cachedRoutes = lines.filter(({ cache }) => cache === "hit").map(({ route }) => route);
    expect(cachedRoutes.sort()).toEqual(publicPages.map(({ pattern }) => pattern).sort());
  });

  it("includes the files in the root directory", async () => {
    const lines = await collectLogLines(
      generatedFiles.map((file) => () => createHttpVisitor(site).get(`/${file}`)),
    );
    expect(lines.map(({ route, status }) => `${String(status)} ${String(route)}`).sort()).toEqual(
      generatedFiles.map((file) => `200 /${file}`).sort(),
    );
  });
});

describe("table of paths", () => {
  let site: TestSite;
  beforeAll(async () => {
    site = await getSharedSite();
  });

  it.each(examplePaths)(
    "states whether $path accepts a form without proof of its origin",
    async ({ path, page }) => {
      const { status } = await createHttpVisitor(site).oldBrowser.post(path, { analytics: "on" });
      if (page.unverifiedForms === undefined) expect(status).toBe(403);
      else expect(status).not.toBe(403);
    },
  );

  it.each(publicPages)("marks $path as a cacheable page in every language", async ({ path, page }) => {
    for (const prefix of languagePrefixes) {
      const localizedUrl = addLanguagePrefix(prefix, path) + selectQueryOfPath(path);
      const { status, body } = await createHttpVisitor(site).get(localizedUrl);
      expect([localizedUrl, status]).toEqual([localizedUrl, page.status ?? 200]);
      const uncachedPage = await createHttpVisitor(site).get(localizedUrl, { Cookie: "draft=none" });
      expect(uncachedPage.body.replaceAll(/ nonce="[^"]*"/g, "")).toBe(body);
      const canonicalUrl = site.url(addLanguagePrefix(prefix, path === "/social" ? "/" : path));
      if (status === 200) expect(body).toContain(`<link rel="canonical" href="${canonicalUrl}"/>`);
    }
  });

  it.each(["/no/page", "/products/none", "/de/info/none", "/not_a_slug", "/assets", "/de/readyz"])(
    "contains no entry for %s",
    async (path) => {
      const { status, location } = await createHttpVisitor(site).get(path);
      expect(location ?? status).toBe(path === "/no/page" ? "/error/404" : 404);
    },
  );
});
