import { beforeAll, describe, expect, it } from "vitest";
import { infoPages } from "~/domain/info-pages";
import { localeCodes } from "~/i18n/locales";
import { linksIn, textsOf } from "../../support/html-text";
import { getSharedSite } from "../../support/shared-site";
import type { TestSite } from "../../support/velvetgate";
import { translatorFor } from "../../support/words";
import { createHttpVisitor } from "./http-visitor";

let site: TestSite;
beforeAll(async () => {
  site = await getSharedSite();
});

const readSitemap = async () => (await createHttpVisitor(site).get("/sitemap.xml")).body;

describe.each(localeCodes)("placeholder for a page of the club in %s", (locale) => {
  const t = translatorFor(locale);

  it.each(infoPages)("states that the page is not published: $slug", async ({ name, slug }) => {
    const { status, body, headers } = await createHttpVisitor(site).get(`/${locale}/info/${slug}`);
    expect(status).toBe(200);
    expect(textsOf(body, "h1")).toEqual([t(`pages:info.${name}.title`)]);
    const [, main = ""] = /<main[^>]*>(.*)<\/main>/s.exec(body) ?? [];
    expect(textsOf(main, "p")).toEqual([t("pages:info.body"), t("pages:info.ask.none")]);
    expect(linksIn(main)).toEqual([`/${locale}`]);
    expect(headers.get("X-Robots-Tag")).toBe("noindex");
  });

  it("does not appear in the sitemap", async () => {
    const sitemap = await readSitemap();
    for (const { slug } of infoPages) expect(sitemap).not.toContain(`/info/${slug}<`);
  });
});
