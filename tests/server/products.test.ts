import { beforeAll, describe, expect, it } from "vitest";
import { linksIn, textsOf } from "../support/html-text";
import { sharedSite } from "../support/shared-site";
import type { OpenSite } from "../support/velvetgate";
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
    expect(waysIn(product.body)).toEqual([form]);
    expect(product.headers.get("Cache-Control")).toBe("no-store");
    const { status, body } = await visitor.get(form);
    expect(status).toBe(200);
    expect(textsOf(body, "h1")).toEqual(["Anna lädt Sie zu Velvetgate ein"]);
  });

  it("with a code that was typed", async () => {
    const visitor = newHttpVisitor(site);
    await visitor.post("/de", { intent: "check-code", registrationCode: "WELCOME" });
    expect(waysIn((await visitor.get("/de/products/quillane")).body)).toEqual([form]);
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
    expect(waysIn(body)).toEqual(["/de", "/de/membership-interest"]);
  },
);
