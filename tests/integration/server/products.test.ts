import { beforeAll, describe, expect, it } from "vitest";
import { linksIn, textOf, textsOf } from "../../support/html-text";
import { getSharedSite } from "../../support/shared-site";
import type { TestSite } from "../../support/velvetgate";
import { createHttpVisitor } from "./http-visitor";

let site: TestSite;
beforeAll(async () => {
  site = await getSharedSite();
});

/** Returns the URLs of all links in a page's main content. */
function shareUrlsIn(html: string): string[] {
  return linksIn(/<main.*<\/main>/s.exec(html)?.[0] ?? "");
}

describe("product page of an invited visitor", () => {
  const form = "/de/registration/formstarted";

  it.each(["/de?rc=WELCOME", `${form}?rc=WELCOME`])(
    "links back to the form after a visit to %s",
    async (invitation) => {
      const visitor = createHttpVisitor(site);
      await visitor.get(invitation);
      const product = await visitor.get("/de/products/quillane");
      expect(shareUrlsIn(product.body)).toEqual([form, expect.stringMatching(/^mailto:/)]);
      expect(product.headers.get("Cache-Control")).toBe("no-store");
      const { status, body } = await visitor.get(form);
      expect(status).toBe(200);
      expect(textsOf(body, "h1")).toEqual(["Anna lädt Sie zu\u00a0Velvetgate ein"]);
    },
  );

  it("links to the registration form after the visitor has typed a code", async () => {
    const visitor = createHttpVisitor(site);
    await visitor.post("/de", { intent: "check-code", registrationCode: "WELCOME" });
    expect(shareUrlsIn((await visitor.get("/de/products/quillane")).body)).toContain(form);
  });

  it("links to the registration form if the URL of the product page contains the invitation", async () => {
    const visitor = createHttpVisitor(site);
    const product = await visitor.get("/de/products/quillane?rc=WELCOME");
    expect(product.headers.get("Cache-Control")).toBe("no-store");
    const [way = ""] = shareUrlsIn(product.body);
    expect(way).toBe(`${form}?rc=WELCOME`);
    expect((await visitor.get(way)).status).toBe(200);
  });
});

it.each(["", "?rc=", `?rc=${"x".repeat(65)}`])(
  "product page links visitors without an invitation to the landing page and the application: '%s'",
  async (query) => {
    const { status, body } = await createHttpVisitor(site).get(`/de/products/quillane${query}`);
    expect(status).toBe(200);
    expect(shareUrlsIn(body)).toEqual(["/de", "/de/membership-interest", expect.stringMatching(/^mailto:/)]);
  },
);

/** Returns the HTML of the first screen's headline. */
function extractHead(html: string): string {
  return /<div class="gate-headline">.*?<\/div>/s.exec(html)?.[0] ?? "";
}

describe("product shared by a friend, on the landing page", () => {
  const sharePath = "/de/viral-product-share?product=ombrelune";
  const expectedHeadline = "Da hat jemand an Sie gedacht";

  it("appears under a headline about the friend's choice", async () => {
    const visitor = createHttpVisitor(site);
    for (const landingPage of [await visitor.get(sharePath), await visitor.get(sharePath)]) {
      expect(textsOf(landingPage.body, "h1")).toEqual([expectedHeadline]);
      const headHtml = extractHead(landingPage.body);
      expect(linksIn(headHtml)).toEqual(["/de/products/ombrelune"]);
      expect(textOf(headHtml)).toContain("OmbreluneKleid");
    }
  });

  it("appears under the inviter's name if the URL also contains an invitation", async () => {
    const { body } = await createHttpVisitor(site).get(`${sharePath}&rc=WELCOME`);
    expect(textsOf(body, "h1")).toEqual(["Da hat Anna an Sie gedacht"]);
    expect(linksIn(extractHead(body))).toEqual(["/de/products/ombrelune"]);
  });

  it("remains after a rejected code", async () => {
    const rejectedPage = await createHttpVisitor(site).post(sharePath, {
      intent: "check-code",
      registrationCode: "NOPE",
    });
    expect(rejectedPage.status).toBe(422);
    expect(linksIn(extractHead(rejectedPage.body))).toEqual(["/de/products/ombrelune"]);
  });

  it.each([
    "/de/viral-product-share",
    "/de/viral-product-share?product=",
    "/de/viral-product-share?product=%3Cb%3E",
    "/de/social?product=ombrelune",
    "/de?product=ombrelune",
  ])("is not shown for the path %s", async (path) => {
    const { status, body } = await createHttpVisitor(site).get(path);
    expect(status).toBe(200);
    expect(linksIn(extractHead(body))).toEqual([]);
  });

  it("appears after a click on a product page's share link, which contains no data of the sender", async () => {
    const visitor = createHttpVisitor(site);
    await visitor.get("/de?rc=WELCOME");
    const { body } = await visitor.get("/de/products/ombrelune");
    const mailUrl = shareUrlsIn(body).find((shareUrl) => shareUrl.startsWith("mailto:")) ?? "";
    const text = new URLSearchParams(textOf(mailUrl).replace("mailto:?", "")).get("body") ?? "";
    const link = `${site.origin}/viral-product-share?product=ombrelune`;
    expect(text.split("\r\n").at(-1)).toBe(link);
    const friendVisitor = createHttpVisitor(site, { "Accept-Language": "de" });
    const friendsPage = await friendVisitor.get(link.replace(site.origin, ""));
    expect(textsOf(friendsPage.body, "h1")).toEqual([expectedHeadline]);
    expect(linksIn(extractHead(friendsPage.body))).toEqual(["/products/ombrelune"]);
  });
});
