import { beforeAll, describe, expect, it } from "vitest";
import { linksIn, textOf, textsOf } from "../../support/html-text";
import { sharedSite } from "../../support/shared-site";
import type { OpenSite } from "../../support/velvetgate";
import { newHttpVisitor } from "./http-visitor";

let site: OpenSite;
beforeAll(async () => {
  site = await sharedSite();
});

/** Where a page's content leads. */
function waysIn(html: string): string[] {
  return linksIn(/<main.*<\/main>/s.exec(html)?.[0] ?? "");
}

describe("an invited visitor who looks at a product gets back to the form", () => {
  const form = "/de/registration/formstarted";

  it.each(["/de?rc=WELCOME", `${form}?rc=WELCOME`])("with the draft of %s", async (invitation) => {
    const visitor = newHttpVisitor(site);
    await visitor.get(invitation);
    const product = await visitor.get("/de/products/quillane");
    expect(waysIn(product.body)).toEqual([form, expect.stringMatching(/^mailto:/)]);
    expect(product.headers.get("Cache-Control")).toBe("no-store");
    const { status, body } = await visitor.get(form);
    expect(status).toBe(200);
    expect(textsOf(body, "h1")).toEqual(["Anna lädt Sie zu\u00a0Velvetgate ein"]);
  });

  it("with a code that was typed", async () => {
    const visitor = newHttpVisitor(site);
    await visitor.post("/de", { intent: "check-code", registrationCode: "WELCOME" });
    expect(waysIn((await visitor.get("/de/products/quillane")).body)).toContain(form);
  });

  it("with an invitation in the address, which the form reads", async () => {
    const visitor = newHttpVisitor(site);
    const product = await visitor.get("/de/products/quillane?rc=WELCOME");
    expect(product.headers.get("Cache-Control")).toBe("no-store");
    const [way = ""] = waysIn(product.body);
    expect(way).toBe(`${form}?rc=WELCOME`);
    expect((await visitor.get(way)).status).toBe(200);
  });
});

it.each(["", "?rc=", `?rc=${"x".repeat(65)}`])(
  "everybody else gets to the gate, or can apply: '%s'",
  async (query) => {
    const { status, body } = await newHttpVisitor(site).get(`/de/products/quillane${query}`);
    expect(status).toBe(200);
    expect(waysIn(body)).toEqual(["/de", "/de/membership-interest", expect.stringMatching(/^mailto:/)]);
  },
);

/** The first screen, as far as the way in. */
function headOf(html: string): string {
  return /<div class="gate-headline">.*?<\/div>/s.exec(html)?.[0] ?? "";
}

describe("a product that a friend picked", () => {
  const picked = "/de/viral-product-share?product=ombrelune";
  const words = "Da hat jemand an Sie gedacht";

  it("is shown under the headline that says so", async () => {
    const visitor = newHttpVisitor(site);
    for (const shown of [await visitor.get(picked), await visitor.get(picked)]) {
      expect(textsOf(shown.body, "h1")).toEqual([words]);
      const head = headOf(shown.body);
      expect(linksIn(head)).toEqual(["/de/products/ombrelune"]);
      expect(textOf(head)).toContain("OmbreluneKleid");
    }
  });

  it("is shown with an invitation too, under the inviter’s name", async () => {
    const { body } = await newHttpVisitor(site).get(`${picked}&rc=WELCOME`);
    expect(textsOf(body, "h1")).toEqual(["Anna lädt Sie zu\u00a0Velvetgate ein"]);
    expect(linksIn(headOf(body))).toEqual(["/de/products/ombrelune"]);
    expect(textOf(headOf(body))).toContain(words);
  });

  it("is still there after a code that was refused", async () => {
    const refused = await newHttpVisitor(site).post(picked, {
      intent: "check-code",
      registrationCode: "NOPE",
    });
    expect(refused.status).toBe(422);
    expect(linksIn(headOf(refused.body))).toEqual(["/de/products/ombrelune"]);
  });

  it.each([
    "/de/viral-product-share",
    "/de/viral-product-share?product=",
    "/de/viral-product-share?product=%3Cb%3E",
    "/de/social?product=ombrelune",
    "/de?product=ombrelune",
  ])("is none at %s", async (path) => {
    const { status, body } = await newHttpVisitor(site).get(path);
    expect(status).toBe(200);
    expect(linksIn(headOf(body))).toEqual([]);
  });

  it("is what a product’s page sends a friend, with nothing of who sends it", async () => {
    const visitor = newHttpVisitor(site);
    await visitor.get("/de?rc=WELCOME");
    const { body } = await visitor.get("/de/products/ombrelune");
    const mail = waysIn(body).find((way) => way.startsWith("mailto:")) ?? "";
    const text = new URLSearchParams(textOf(mail).replace("mailto:?", "")).get("body") ?? "";
    const link = `${site.origin}/viral-product-share?product=ombrelune`;
    expect(text.split("\r\n").at(-1)).toBe(link);
    const friend = newHttpVisitor(site, { "Accept-Language": "de" });
    const shown = await friend.get(link.replace(site.origin, ""));
    expect(textsOf(shown.body, "h1")).toEqual([words]);
    expect(linksIn(headOf(shown.body))).toEqual(["/products/ombrelune"]);
  });
});
