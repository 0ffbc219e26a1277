import type { MetaDescriptor } from "@remix-run/node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { localeCodes } from "~/i18n/locales";
import * as interest from "~/routes/membership-interest/route";
import * as landing from "~/routes/landing/route";
import * as product from "~/routes/products/route";
import { pageMeta } from "~/ui/components/page-meta";
import { startClub, type Club } from "../support/route-context";
import { newVisitor } from "../support/visitor";

let club: Club;
beforeAll(async () => {
  club = await startClub({ BRAND_NAME: "Club <X>", BASE_PATH: "/acquisition" });
});
afterAll(() => club.stop());

const site = "https://club.example/acquisition";

const elementSchema = z.object({
  property: z.string().optional(),
  name: z.string().optional(),
  content: z.string(),
});

/** The page’s meta elements, by their name or property. */
function named(meta: MetaDescriptor[]): Record<string, string> {
  const elements = meta.flatMap((entry) => elementSchema.safeParse(entry).data ?? []);
  return Object.fromEntries(elements.map(({ property, name, content }) => [property ?? name ?? "", content]));
}

async function metaOf(route: Parameters<ReturnType<typeof newVisitor>["get"]>[0], path: string, params = {}) {
  return pageMeta(await newVisitor(club).get(route, path, params));
}

describe("what a shared link shows (ogp.me)", () => {
  it("is the page’s own, with whole addresses", async () => {
    expect(named(await metaOf(product, "/de/products/ombrelune", { product: "ombrelune" }))).toMatchObject({
      "og:type": "website",
      "og:site_name": "Club <X>",
      "og:locale": "de_DE",
      "og:url": `${site}/de/products/ombrelune`,
      "og:image": `${site}/share/de.png`,
      "og:image:width": "1200",
      "og:image:height": "630",
      "twitter:card": "summary_large_image",
    });
  });

  it.each(localeCodes)("has a picture and its words in %s", async (locale) => {
    const meta = named(await metaOf(interest, `/${locale}/membership-interest`));
    expect(meta).toMatchObject({ "og:image": `${site}/share/${locale}.png` });
    expect(meta["og:image:alt"]).toContain("Club <X>");
    expect(meta["og:title"]).toMatch(/ – Club <X>$/);
  });

  it("says nothing of an invitation, its code and its campaign", async () => {
    const plain = await metaOf(landing, "/de");
    const invited = await metaOf(landing, "/de/any-campaign?rc=WELCOME", { slug: "any-campaign" });
    expect(invited).toEqual(plain);
    expect(JSON.stringify(invited)).not.toMatch(/WELCOME|Anna|any-campaign/);
    expect(named(invited)).toMatchObject({ "og:url": `${site}/de` });
  });
});

describe("who the club is, for machines (schema.org)", () => {
  const organization = {
    "script:ld+json": {
      "@context": "https://schema.org",
      "@type": "Organization",
      name: "Club <X>",
      url: `${site}/`,
      logo: `${site}/icon-512.png`,
    },
  };

  it.each(["/", "/de", "/de/social"])("is said on the landing page %s", async (path) => {
    expect(await metaOf(landing, path)).toContainEqual(organization);
  });

  it("is said nowhere else", async () => {
    expect(JSON.stringify(await metaOf(interest, "/de/membership-interest"))).not.toContain("ld+json");
  });
});

it("a page without data has none of it", () => {
  for (const data of [undefined, null, {}, { page: null }, { page: { title: "x" } }])
    expect(pageMeta({ data })).toEqual([]);
});
