import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { products } from "~/domain/products";
import * as comingSoon from "~/routes/coming-soon/route";
import * as info from "~/routes/info/route";
import * as interest from "~/routes/membership-interest/route";
import * as product from "~/routes/products/route";
import * as activationError from "~/routes/registration/activateaccountError/route";
import * as active from "~/routes/registration/registrationformemailactivecomplete/route";
import * as giftVoucher from "~/routes/registration/gift-voucher/route";
import { startClub, type Club } from "../../support/route-context";
import { newVisitor } from "../../support/visitor";

let club: Club;
beforeAll(async () => {
  club = await startClub();
});
afterAll(() => club.stop());

describe("pages without a form", () => {
  it.each([
    { path: "/membership-interest", title: "Apply for membership", route: interest },
    { path: "/de/membership-interest", title: "Um eine Mitgliedschaft bewerben", route: interest },
    { path: "/registration/gift-voucher", title: "Gift voucher", route: giftVoucher },
    {
      path: "/registration/registrationformemailactivecomplete",
      title: "You already have an account",
      route: active,
    },
    { path: "/registration/activateaccountError", title: "Activation unsuccessful", route: activationError },
  ])("include $path with the title $title", async ({ path, title, route }) => {
    expect(await newVisitor(club).get(route, path)).toMatchObject({
      status: 200,
      data: { page: { title: `${title} – Velvetgate` } },
    });
  });

  it.each([
    ["?reason=failed", "failed"],
    ["?reason=not-found", "notFound"],
    ["?reason=<b>", "notFound"],
    ["", "notFound"],
  ])("show the reason for the query '%s' on the activation error page: %s", async (query, reason) => {
    const response = await newVisitor(club).get(
      activationError,
      `/registration/activateaccountError${query}`,
    );
    expect(response.data).toMatchObject({ reason });
  });
});

describe("pages from a fixed list", () => {
  const pageLists = {
    products: { name: "product", route: product },
    "coming-soon": { name: "provider", route: comingSoon },
    info: { name: "page", route: info },
  };

  it.each([
    ...products.map(({ slug, name }) => ["products", slug, name] as const),
    ["coming-soon", "phone", "Coming soon"],
    ["coming-soon", "google", "Coming soon"],
    ["coming-soon", "facebook", "Coming soon"],
    ["coming-soon", "apple", "Coming soon"],
    ["info", "shop", "Shop"],
    ["info", "password-reset", "Reset password"],
    ["info", "customer-service", "Customer service"],
    ["info", "about", "About us"],
    ["info", "jobs", "Jobs"],
    ["info", "privacy", "Privacy policy"],
    ["info", "terms", "Terms and conditions"],
    ["info", "imprint", "Legal notice"],
    ["info", "sustainability", "Sustainability"],
  ] as const)("include /%s/%s with the title %s", async (pageList, value, title) => {
    const { name, route } = pageLists[pageList];
    const response = await newVisitor(club).get(route, `/${pageList}/${value}`, { [name]: value });
    expect(response).toMatchObject({ status: 200, data: { page: { title: `${title} – Velvetgate` } } });
  });

  const unknownNames = ["nothing", "constructor", "Ombrelune", "Google", "Shop"];
  it.each(Object.entries(pageLists))(
    "return 404 for an unknown name below /%s",
    async (pageList, { name, route }) => {
      for (const value of unknownNames)
        expect(await newVisitor(club).get(route, `/${pageList}/${value}`, { [name]: value })).toMatchObject({
          status: 404,
        });
    },
  );
});
