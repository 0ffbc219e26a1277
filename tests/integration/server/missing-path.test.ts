import { beforeAll, describe, expect, it } from "vitest";
import { localeCodes } from "~/i18n/locales";
import { textsOf } from "../../support/html-text";
import { getSharedSite } from "../../support/shared-site";
import type { TestSite } from "../../support/velvetgate";
import { translatorFor } from "../../support/words";
import { createHttpVisitor } from "./http-visitor";

let site: TestSite;
beforeAll(async () => {
  site = await getSharedSite();
});

async function openMissingPage(path: string, visitor = createHttpVisitor(site)) {
  return visitor.followRedirect(await visitor.get(path));
}

describe("not-found page", () => {
  it.each(localeCodes)("names the requested path once, and omits it on a later visit: %s", async (locale) => {
    const visitor = createHttpVisitor(site);
    const path = `/${locale}/no/such/page`;
    const redirect = await visitor.get(`${path}?code=SECRET`);
    expect([redirect.status, redirect.location]).toEqual([302, `/${locale}/error/404`]);
    const { status, body, headers } = await visitor.followRedirect(redirect);
    expect(status).toBe(404);
    expect(textsOf(body, "p")).toContain(translatorFor(locale)("errors:notFound.path", { path }));
    expect(textsOf(body, "bdi")).toEqual([path]);
    expect(body).not.toContain("SECRET");
    expect(headers.get("Cache-Control")).toBe("no-store");
    expect(textsOf((await visitor.get(`/${locale}/error/404`)).body, "bdi")).toEqual([]);
  });

  it.each(["/de/info/none", "/de/Not_a_slug", "/de/products/none"])(
    "names the requested path if a page's pattern matches it: %s",
    async (path) => {
      const { status, body } = await openMissingPage(path);
      expect([status, textsOf(body, "bdi")]).toEqual([404, [path]]);
    },
  );

  it.each([
    ["decoded text", "/de/no/stra%C3%9Fe", "/de/no/straße"],
    ["escaped markup", "/de/no/%3Cb%3Ex", "/de/no/<b>x"],
    ["no invisible or bidirectional characters", "/de/no/a%E2%80%AEb%E2%80%8Bc%C2%AD", "/de/no/abc"],
    ["at most 80 characters", `/de/no/${"x".repeat(90)}`, `/de/no/${"x".repeat(72)}…`],
  ])("names the requested path with %s", async (_, path, shownPath) => {
    const { status, body } = await openMissingPage(path);
    expect([status, textsOf(body, "bdi")]).toEqual([404, [shownPath]]);
    expect(body).not.toContain("<b>x");
  });

  it("names no path for a visitor without cookies", async () => {
    const { status, body } = await openMissingPage("/de/no/such/page", createHttpVisitor(site, {}, false));
    expect([status, textsOf(body, "bdi")]).toEqual([404, []]);
  });
});
