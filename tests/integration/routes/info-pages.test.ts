import { afterEach, describe, expect, it } from "vitest";
import * as accessibility from "~/routes/info/accessibility/route";
import * as info from "~/routes/info/route";
import { type Club, startClub } from "../../support/route-context";
import { newVisitor } from "../../support/visitor";

let club: Club;
afterEach(() => club.stop());

async function openInfoPage(environment: Record<string, string>, page: string) {
  club = await startClub(environment);
  return newVisitor(club).get(info, `/de/info/${page}`, { page });
}

const customerService = { CUSTOMER_SERVICE_URL: "https://club.example/help" };
const imprint = { IMPRINT_URL: "https://club.example/imprint" };

describe("contact on a page of the club", () => {
  it.each([
    [{}, "none"],
    [imprint, "imprint"],
    [customerService, "customerService"],
    [{ ...customerService, ...imprint }, "customerService"],
  ])(
    "leads to the configured customer service page, or else to the configured imprint: %o",
    async (environment, contact) => {
      expect(await openInfoPage(environment, "terms")).toMatchObject({ status: 200, data: { contact } });
      expect(await newVisitor(club).get(accessibility, "/de/info/accessibility")).toMatchObject({
        status: 200,
        data: { contact },
      });
    },
  );
});

describe("placeholder for a page of the club", () => {
  it.each([
    ["terms", { TERMS_URL: "https://law.example/{locale}/terms{key}" }, "https://law.example/de/terms"],
    ["imprint", imprint, "https://club.example/imprint"],
    ["about", { ABOUT_URL: "/about/{locale}" }, "https://club.example/about/de"],
  ])("redirects to the configured page: %s", async (page, environment, location) => {
    expect(await openInfoPage(environment, page)).toMatchObject({ status: 302, location });
  });

  it("does not redirect to itself", async () => {
    expect(await openInfoPage({ ABOUT_URL: "/{locale}/info/about" }, "about")).toMatchObject({ status: 200 });
  });
});
