import { sitemapPaths } from "~/request/paths";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { localeCodes } from "~/i18n/locales";
import * as z from "zod";
import * as robots from "~/routes/robots.txt/route";
import * as sitemap from "~/routes/sitemap.xml/route";
import * as webmanifest from "~/routes/site.webmanifest/route";
import { startClub, type Club } from "../../support/route-context";
import { newVisitor } from "../../support/visitor";

const site = "https://club.example/acquisition";

let club: Club;
beforeAll(async () => {
  club = await startClub({ BASE_PATH: "/acquisition", BRAND_NAME: "Examplegate" });
});
afterAll(() => club.stop());

async function readText(route: Parameters<ReturnType<typeof newVisitor>["get"]>[0]): Promise<string> {
  return String((await newVisitor(club).get(route, "/file")).data);
}

describe("robots.txt", () => {
  it.each(["/registration/", "/admin/", "/s/", "/language", "/login", "/de/registration/", "/sv/admin/"])(
    "excludes the path %s",
    async (path) => {
      expect(await readText(robots)).toContain(`\nDisallow: /acquisition${path}\n`);
    },
  );

  it("allows the landing page and names the sitemap", async () => {
    const text = await readText(robots);
    expect(text).not.toMatch(/Disallow: (\/|\/acquisition\/?|.*membership-interest.*|.*products.*)\n/);
    expect(text).toContain(`\nSitemap: ${site}/sitemap.xml\n`);
  });
});

describe("sitemap.xml", () => {
  it("lists every public page in every language", async () => {
    const sitemapUrls = [...(await readText(sitemap)).matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => url);
    expect(sitemapUrls).toEqual(
      expect.arrayContaining([
        `${site}/`,
        `${site}/de`,
        `${site}/sv/membership-interest`,
        `${site}/registration/gift-voucher`,
        `${site}/pl/products/ombrelune`,
      ]),
    );
    expect(sitemapUrls).toHaveLength(sitemapPaths.length * (localeCodes.length + 1));
    expect(new Set(sitemapUrls).size).toBe(sitemapUrls.length);
  });

  it("lists the alternate languages of each page", async () => {
    const firstEntry = /<url>.*<\/url>/.exec(await readText(sitemap))?.[0] ?? "";
    const languages = [...firstEntry.matchAll(/rel="alternate" hreflang="([^"]*)"/g)].map(
      ([, languageCode]) => languageCode,
    );
    expect(languages).toEqual([...localeCodes, "x-default"]);
  });
});

describe("web manifest and icons", () => {
  const manifestSchema = z.object({
    name: z.string(),
    start_url: z.string(),
    icons: z.array(z.object({ src: z.string(), sizes: z.string(), type: z.string() })),
  });

  it("contain the name of the club and only icons that exist", async () => {
    const manifest = manifestSchema.parse(JSON.parse(await readText(webmanifest)));
    expect(manifest).toMatchObject({ name: "Examplegate", start_url: "/acquisition/" });
    expect(manifest.icons).toHaveLength(3);
    for (const { src } of manifest.icons)
      expect(existsSync(join("public", src.replace("/acquisition/", "")))).toBe(true);
  });

  it.each([
    ["icon-192.png", 192],
    ["icon-512.png", 512],
    ["apple-touch-icon.png", 180],
  ])("include the square icon %s with a width of %i pixels", (file, pixelSize) => {
    // Width and height are the first two numbers of a PNG file's header (PNG, section 11.2.2).
    const image = readFileSync(join("public", file));
    expect([image.readUInt32BE(16), image.readUInt32BE(20)]).toEqual([pixelSize, pixelSize]);
  });
});
