import type { Page } from "@playwright/test";
import type { MessageKey } from "~/i18n/translator";
import { expect, test } from "./fixtures";
import { expectPage, variantOf } from "./registration";

interface Row {
  path: string;
  status?: number;
  title: MessageKey;
  values?: Record<string, string>;
  /** Where the visitor ends up, when that is another page. */
  lands?: string;
}

const landing = { title: "landing:title" } as const;
const denied = { status: 403, title: "deny:title" } as const;
const missing = { status: 404, title: "errors:notFound.title" } as const;
const deny = "/registration/deny?reason=invalid";
const login = (path: string) => `/login?returnTo=${encodeURIComponent(path)}`;
const info = (name: string, title: MessageKey): Row => ({ path: `/info/${name}`, title });

/** Every route of docs/product.md#pages, as somebody without code, draft or account meets it. */
const rows: Row[] = [
  { path: "/", ...landing },
  { path: "/social", ...landing },
  { path: "/any-campaign-1", ...landing },
  { path: "/?rc=WELCOME", ...landing },
  { path: "/?rc=NO-SUCH-CODE", ...denied, lands: deny },
  { path: "/not--a-slug", ...missing },
  { path: "/Not-A-Slug", ...missing },
  { path: `/${"a".repeat(65)}`, ...missing },
  { path: "/registration/formstarted", ...denied, lands: deny },
  { path: "/registration/formstarted?rc=WELCOME", title: "registration:form.title" },
  { path: "/registration/formstarted?rc=EXPIRED", ...denied, lands: "/registration/deny?reason=expired" },
  { path: "/registration/formstarted?rc=EMPTY", ...denied, lands: "/registration/deny?reason=no-balance" },
  { path: "/registration/formstarted?rc=NEEDSVT", ...denied, lands: "/registration/deny?reason=link" },
  { path: "/registration/formstarted?rc=NOREFERER", ...denied, lands: "/registration/deny?reason=referrer" },
  { path: "/registration/formfinished", ...landing, lands: "/" },
  { path: "/registration/registrationformemailpendingcomplete", ...landing, lands: "/" },
  { path: "/registration/registrationformemailactivecomplete", title: "progress:active.title" },
  { path: "/registration/activateaccount?accountActivationId=any", title: "activation:page.title" },
  {
    path: "/registration/activateaccount",
    title: "activation:error.title",
    lands: "/registration/activateaccountError?reason=not-found",
  },
  { path: "/registration/activateaccountError?reason=failed", title: "activation:error.title" },
  ...["invalid", "expired", "no-balance", "link", "referrer", "nonsense"].map((reason): Row => ({
    path: `/registration/deny?reason=${reason}`,
    ...denied,
  })),
  { path: "/registration/gift-voucher", title: "progress:voucher.title" },
  { path: "/registration/resend", title: "progress:resend.title" },
  { path: "/membership-interest", title: "interest:intro.title" },
  { path: "/membership-interest/apply", title: "interest:apply.title" },
  {
    path: "/membership-interest/confirmation",
    title: "interest:apply.title",
    lands: "/membership-interest/apply",
  },
  { path: "/login", title: "account:login.title" },
  ...["/invite", "/admin/registrationlinkgenerator", "/admin/splitgenerator"].map((path): Row => ({
    path,
    title: "account:login.title",
    lands: "login",
  })),
  ...["/logout", "/language", "/consent", "/products/none", "/coming-soon/none", "/info/none"].map(
    (path): Row => ({ path, ...missing }),
  ),
  { path: "/s/no-token", status: 404, title: "deny:splitLink.title" },
  { path: "/products/ombrelune", title: "products:detail.title", values: { name: "Ombrelune" } },
  ...["phone", "google", "facebook", "apple"].map((provider): Row => ({
    path: `/coming-soon/${provider}`,
    title: "pages:comingSoon.title",
  })),
  info("shop", "pages:info.shop.title"),
  info("password-reset", "pages:info.passwordReset.title"),
  info("customer-service", "pages:info.customerService.title"),
  info("about", "pages:info.about.title"),
  info("jobs", "pages:info.jobs.title"),
  info("privacy", "pages:info.privacy.title"),
  info("terms", "pages:info.terms.title"),
  info("imprint", "pages:info.imprint.title"),
  info("sustainability", "pages:info.sustainability.title"),
  { path: "/error/404", ...missing },
  { path: "/error/500", status: 500, title: "errors:serverError.title" },
  { path: "/no/such/page", ...missing, lands: "/error/404" },
];

const variants = [variantOf("en", ""), variantOf("de"), variantOf("pl"), variantOf("sv")];
const english = variantOf("en").t;

for (const row of rows) {
  test(`${row.path} is there, in each language`, async ({ page, site, withScript, allowPageError }) => {
    allowPageError(/status of (403|404|500) /);
    // Script changes nothing of this, in no language.
    for (const variant of withScript ? variants.slice(0, 2) : variants) {
      const { prefix, t } = variant;
      const status = await visit(page, site.url(pathUnder(prefix, row.path)));
      expect.soft(status, prefix).toBe(row.status ?? 200);
      await expect.soft(page).toHaveURL(site.url(landsAt(prefix, row)));
      await expectPage(page, variant, t(row.title, row.values));
      await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
      await expect(page.getByRole("main")).toHaveCount(1);
      const description = page.locator("head meta[name=description]");
      await expect(description).toHaveAttribute("content", /\S/);
      if (prefix !== "" && !sameInEnglish.has(`${prefix} ${row.path}`))
        expect.soft(t(row.title, row.values), prefix).not.toBe(english(row.title, row.values));
    }
  });
}

/** Words that another language has taken over. */
const sameInEnglish = new Set(["/de /info/shop", "/de /info/jobs"]);

test("an address that no page has leads there by a redirect of its own language", async ({
  site,
  request,
}) => {
  for (const [path, location] of [
    ["/no/such/page", "/error/404"],
    ["/fr/no/such/page", "/fr/error/404"],
    ["/DE/registration/deny", "/error/404"],
  ] as const) {
    const response = await request.get(site.url(path), { maxRedirects: 0 });
    expect([path, response.status(), response.headers()["location"]]).toEqual([path, 302, location]);
  }
});

test("what looks like a file is missing without a page", async ({ site, request }) => {
  for (const path of ["/favicon.ico", "/wp-login.php", "/assets/none.js", "/de/none.png"]) {
    const response = await request.get(site.url(path), { maxRedirects: 0 });
    expect([path, response.status(), response.headers()["content-type"]]).toEqual([
      path,
      404,
      "text/plain; charset=utf-8",
    ]);
  }
});

async function visit(page: Page, url: string): Promise<number | undefined> {
  return (await page.goto(url))?.status();
}

function pathUnder(prefix: string, path: string): string {
  return prefix !== "" && /^\/(\?|$)/.test(path) ? `${prefix}${path.slice(1)}` : `${prefix}${path}`;
}

function landsAt(prefix: string, { path, lands }: Row): string {
  if (lands === "login") return `${prefix}${login(`${prefix}${path}`)}`;
  return pathUnder(prefix, lands ?? path);
}
