import type { MetaDescriptor } from "@remix-run/node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { localeCodes } from "~/i18n/locales";
import * as interest from "~/routes/membership-interest/route";
import * as landing from "~/routes/landing/route";
import * as product from "~/routes/products/route";
import { createPageMeta } from "~/ui/components/page-meta";
import { startStubAcq, createUsableDetails } from "../../../tests/integration/server/stub-acq";
import { startClub, type Club } from "../../../tests/support/route-context";
import { newVisitor } from "../../../tests/support/visitor";

let club: Club;
let defaultClub: Club;
beforeAll(async () => {
  club = await startClub({ BRAND_NAME: "Club <X>", BASE_PATH: "/acquisition" });
  defaultClub = await startClub({ BASE_PATH: "/acquisition" });
});
afterAll(async () => {
  await club.stop();
  await defaultClub.stop();
});

const site = "https://club.example/acquisition";

const elementSchema = z.object({
  property: z.string().optional(),
  name: z.string().optional(),
  content: z.string(),
});

/** Returns the content of the meta elements of a page by their name or property. */
function indexMetaByName(meta: MetaDescriptor[]): Record<string, string> {
  const elements = meta.flatMap((metaEntry) => elementSchema.safeParse(metaEntry).data ?? []);
  return Object.fromEntries(elements.map(({ property, name, content }) => [property ?? name ?? "", content]));
}

type Route = Parameters<ReturnType<typeof newVisitor>["get"]>[0];

const loadedPage = z.custom<Parameters<typeof createPageMeta>[0]["data"]>();

async function loadPageMeta(route: Route, path: string, params = {}, site = club) {
  const { data } = await newVisitor(site).get(route, path, params);
  return createPageMeta({ data: loadedPage.parse(data) });
}

describe("share preview (ogp.me)", () => {
  it("describes the page with absolute URLs", async () => {
    expect(
      indexMetaByName(await loadPageMeta(product, "/de/products/ombrelune", { product: "ombrelune" })),
    ).toMatchObject({
      "og:type": "website",
      "og:site_name": "Club <X>",
      "og:locale": "de_DE",
      "og:url": `${site}/de/products/ombrelune`,
      "og:image": `${site}/icon-512.png`,
      "og:image:width": "512",
      "og:image:height": "512",
      "twitter:card": "summary",
    });
  });

  it.each(localeCodes)("has a picture and a description of the picture in %s", async (locale) => {
    const meta = indexMetaByName(
      await loadPageMeta(interest, `/${locale}/membership-interest`, {}, defaultClub),
    );
    expect(meta).toMatchObject({
      "og:image": `${site}/share/${locale}.jpg`,
      "og:image:width": "1200",
      "og:image:height": "630",
    });
    expect(meta["og:image:alt"]).toContain("Velvetgate");
    expect(meta["og:title"]).toMatch(/ – Velvetgate$/);
  });

  it("names the inviter, but contains neither the code nor the campaign of the URL", async () => {
    const landingMeta = indexMetaByName(await loadPageMeta(landing, "/de"));
    const path = "/de/any-campaign?rc=WELCOME";
    const invitedMeta = indexMetaByName(await loadPageMeta(landing, path, { slug: "any-campaign" }));
    const { "og:url": url, ...otherMeta } = landingMeta;
    expect(url).toBe(`${site}/de`);
    expect(invitedMeta).toEqual({ ...otherMeta, "og:title": "Anna hat Sie zu Club <X> eingeladen" });
  });

  it("mentions the invitation even when acq does not name the inviter", async () => {
    const acq = await startStubAcq(() => createUsableDetails(null));
    const clubWithoutInviter = await startClub({ ACQ_GRAPHQL_URL: acq.url });
    const meta = indexMetaByName(await loadPageMeta(landing, "/en?rc=ANY", {}, clubWithoutInviter));
    await clubWithoutInviter.stop();
    await acq.stop();
    expect(meta["og:title"]).toBe("You are invited to Velvetgate");
  });
});

describe("organization data (schema.org)", () => {
  const organization = {
    "script:ld+json": {
      "@context": "https://schema.org",
      "@type": "Organization",
      name: "Club <X>",
      url: `${site}/`,
      logo: `${site}/icon-512.png`,
    },
  };

  it.each(["/", "/de", "/de/social"])("appears on the landing page %s", async (path) => {
    expect(await loadPageMeta(landing, path)).toContainEqual(organization);
  });

  it("does not appear on the page about membership", async () => {
    expect(JSON.stringify(await loadPageMeta(interest, "/de/membership-interest"))).not.toContain("ld+json");
  });
});

it("page without data from its loader has no meta elements", () => {
  expect(createPageMeta({ data: undefined })).toEqual([]);
});
