import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startVelvetgate, type Velvetgate } from "../../support/velvetgate";
import { filledForm, createHttpVisitor, type HttpVisitor } from "./http-visitor";

let site: Velvetgate;
beforeAll(async () => {
  site = await startVelvetgate({ env: { LOGIN_URL: "https://shop.example/{locale}/login?from=club" } });
});
afterAll(() => site.stop());

/**
 * The pages of docs/product/pages.md#pages, each with the number of its links to the login, not counting the link in
 * the header.
 */
const pages: [path: string, links: number][] = [
  ["", 1],
  ["/social", 1],
  ["?rc=WELCOME", 1],
  ["/registration/formstarted?rc=WELCOME", 0],
  ["/registration/registrationformemailactivecomplete", 1],
  ["/registration/activateaccount?accountActivationId=any", 0],
  ["/registration/activateaccount?done=activated", 1],
  ["/registration/activateaccountError?reason=failed", 0],
  ["/registration/deny?reason=invalid", 1],
  ["/registration/deny?reason=expired", 1],
  ["/registration/deny?reason=no-balance", 1],
  ["/registration/deny?reason=link", 1],
  ["/registration/deny?reason=referrer", 1],
  ["/registration/gift-voucher", 1],
  ["/registration/resend", 0],
  ["/membership-interest", 0],
  ["/membership-interest/apply", 0],
  ["/products/ombrelune", 0],
  ["/coming-soon/google", 1],
  ["/info/terms", 0],
  ["/error/404", 0],
];

function findLoginLinks(html: string): string[] {
  const pageLinks = [...html.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href]) => href ?? "");
  return pageLinks.filter((href) => href.includes("login"));
}

describe.each(["fr", "de"])("links to an external login in %s", (locale) => {
  it.each(pages)(
    "appear on the page '%s', without those in the header, as often as expected: %i",
    async (path, count) => {
      const { body } = await createHttpVisitor(site).get(`/${locale}${path}`);
      expect(body).toContain(`<html lang="${locale}-`);
      const headerLink = `class="header-login" href="https://shop.example/${locale}/login?from=club"`;
      expect(body).toContain(headerLink);
      expect(findLoginLinks(body)).toEqual(
        Array(count + 1).fill(`https://shop.example/${locale}/login?from=club`),
      );
    },
  );

  it("replace the site's login page, also on pages that require a login", async () => {
    const visitor = createHttpVisitor(site);
    for (const path of ["/invite", "/admin/registrationlinkgenerator", "/admin/splitgenerator"]) {
      const { location = "" } = await visitor.get(`/${locale}${path}`);
      expect(await visitor.get(location)).toMatchObject({
        status: 302,
        location: `https://shop.example/${locale}/login?from=club`,
      });
    }
  });

  it("appear on the page of an existing account", async () => {
    const { body } = await registerVisitor(createHttpVisitor(site), locale);
    expect(findLoginLinks(body)).toHaveLength(2);
  });
});

it("links to an external login have the language of the page, even without a prefix", async () => {
  const { body } = await createHttpVisitor(site, { "Accept-Language": "sv" }).get("/");
  expect(new Set(findLoginLinks(body))).toEqual(new Set(["https://shop.example/sv/login?from=club"]));
});

async function registerVisitor(visitor: HttpVisitor, locale: string) {
  const path = `/${locale}/registration/formstarted`;
  const { body } = await visitor.get(`${path}?rc=WELCOME`);
  const { location = "" } = await visitor.post(path, filledForm(body, "active@example.com"));
  return visitor.get(location);
}
