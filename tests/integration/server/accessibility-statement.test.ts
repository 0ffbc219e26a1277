import { beforeAll, describe, expect, it } from "vitest";
import { localeCodes } from "~/i18n/locales";
import type { MessageKey } from "~/i18n/translator";
import { textsOf } from "../../support/html-text";
import { getSharedSite } from "../../support/shared-site";
import type { TestSite } from "../../support/velvetgate";
import { translatorFor } from "../../support/words";
import { createHttpVisitor } from "./http-visitor";

let site: TestSite;
beforeAll(async () => {
  site = await getSharedSite();
});

const readSitemap = async () => (await createHttpVisitor(site).get("/sitemap.xml")).body;

describe.each(localeCodes)("accessibility statement in %s", (locale) => {
  const t = translatorFor(locale);
  const path = `/${locale}/info/accessibility`;

  it.each(["", "/registration/formstarted?rc=WELCOME", "/login", "/registration/resend", "/error/404"])(
    "opens from the footer of '%s'",
    async (startPath) => {
      const visitor = createHttpVisitor(site);
      const { body } = await visitor.get(`/${locale}${startPath}`);
      const [, footer = ""] = /(<footer.*<\/footer>)/s.exec(body) ?? [];
      expect(footer).toContain(`href="${path}">${t("frame:footer.accessibility")}</a>`);
      const statement = await visitor.get(path);
      expect(statement.status).toBe(200);
      expect(textsOf(statement.body, "h1")).toEqual([t("accessibility:heading")]);
    },
  );

  it("names the tests, the gaps and the date, and offers a way to report a barrier", async () => {
    const { body } = await createHttpVisitor(site).get(path);
    const headings: MessageKey[] = [
      "accessibility:aim.heading",
      "accessibility:met.heading",
      "accessibility:tested.heading",
      "accessibility:gaps.heading",
      "accessibility:report.heading",
    ];
    expect(textsOf(body, "h2")).toEqual(expect.arrayContaining(headings.map((key) => t(key))));
    expect(textsOf(body, "li")).toContain(t("accessibility:gaps.audit"));
    const paragraphs = textsOf(body, "p");
    expect(paragraphs).toContain(t("accessibility:report.none"));
    expect(paragraphs.find((text) => text.startsWith(t("accessibility:date", { date: "" })))).toMatch(
      /20\d\d/,
    );
  });

  it("may be indexed, and is in the sitemap", async () => {
    const { headers } = await createHttpVisitor(site).get(path);
    expect(headers.get("X-Robots-Tag")).toBeNull();
    expect(await readSitemap()).toContain(`<loc>${site.url(path)}</loc>`);
  });
});
