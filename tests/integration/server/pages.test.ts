import { beforeAll, describe, expect, it } from "vitest";
import { products } from "~/domain/products";
import { getLanguageTag, localeCodes } from "~/i18n/locales";
import { findPageRoute, pagePatterns, streamPatterns } from "~/request/paths";
import type { MessageKey } from "~/i18n/translator";
import { attributeOf, fieldErrorsOf, linksIn, textOf, textsOf, titleOf } from "../../support/html-text";
import { getSharedSite } from "../../support/shared-site";
import type { TestSite } from "../../support/velvetgate";
import { translatorFor } from "../../support/words";
import { readHiddenField, createHttpVisitor, type HttpVisitor } from "./http-visitor";

interface PageCase {
  path: string;
  status?: number;
  title: MessageKey;
  values?: Record<string, string>;
  /** The path of the page on which the visitor arrives, if the site redirects the visitor. */
  expectedPath?: string;
}

const landingCase = { title: "landing:title" } as const;
const deniedPage = { status: 403, title: "deny:title" } as const;
const missingPageCase = { status: 404, title: "errors:notFound.title" } as const;
const denyPath = "/registration/deny?reason=invalid";
const createLoginPath = (path: string) => `/login?returnTo=${encodeURIComponent(path)}`;
const createInfoCase = (name: string, title: MessageKey): PageCase => ({ path: `/info/${name}`, title });

/** Every route of docs/product/pages.md#pages for a visitor without code, draft or account. */
const pageCases: PageCase[] = [
  { path: "/", ...landingCase },
  { path: "/social", ...landingCase },
  { path: "/any-campaign-1", ...landingCase },
  { path: "/?rc=WELCOME", ...landingCase },
  { path: "/?rc=NO-SUCH-CODE", ...deniedPage, expectedPath: denyPath },
  { path: "/not--a-slug", ...missingPageCase },
  { path: "/not_a_slug", ...missingPageCase },
  { path: `/${"a".repeat(65)}`, ...missingPageCase },
  { path: "/registration/formstarted", ...landingCase, expectedPath: "/" },
  { path: "/registration/formstarted?rc=WELCOME", title: "registration:form.title" },
  {
    path: "/registration/formstarted?rc=EXPIRED",
    ...deniedPage,
    expectedPath: "/registration/deny?reason=expired",
  },
  {
    path: "/registration/formstarted?rc=EMPTY",
    ...deniedPage,
    expectedPath: "/registration/deny?reason=no-balance",
  },
  {
    path: "/registration/formstarted?rc=NEEDSVT",
    ...deniedPage,
    expectedPath: "/registration/deny?reason=link",
  },
  {
    path: "/registration/formstarted?rc=NOREFERER",
    ...deniedPage,
    expectedPath: "/registration/deny?reason=referrer",
  },
  { path: "/registration/formfinished", ...landingCase, expectedPath: "/" },
  { path: "/registration/registrationformemailpendingcomplete", ...landingCase, expectedPath: "/" },
  { path: "/registration/registrationformemailactivecomplete", title: "progress:active.title" },
  { path: "/registration/activateaccount?accountActivationId=any", title: "activation:page.title" },
  {
    path: "/registration/activateaccount",
    title: "activation:error.title",
    expectedPath: "/registration/activateaccountError?reason=not-found",
  },
  { path: "/registration/activateaccountError?reason=failed", title: "activation:error.title" },
  ...["invalid", "expired", "no-balance", "link", "referrer", "nonsense"].map((reason): PageCase => ({
    path: `/registration/deny?reason=${reason}`,
    ...deniedPage,
  })),
  { path: "/registration/gift-voucher", title: "progress:voucher.title" },
  { path: "/registration/resend", title: "progress:resend.title" },
  { path: "/membership-interest", title: "interest:intro.title" },
  { path: "/membership-interest/apply", title: "interest:apply.title" },
  {
    path: "/membership-interest/confirmation",
    title: "interest:apply.title",
    expectedPath: "/membership-interest/apply",
  },
  { path: "/login", title: "account:login.title" },
  ...["/invite", "/admin/registrationlinkgenerator", "/admin/splitgenerator"].map((path): PageCase => ({
    path,
    title: "account:login.title",
    expectedPath: "login",
  })),
  ...["/logout", "/language", "/consent", "/products/none", "/coming-soon/none", "/info/none"].map(
    (path): PageCase => ({ path, ...missingPageCase }),
  ),
  { path: "/s/no-token", status: 404, title: "deny:splitLink.title" },
  ...products.map(({ slug, name }): PageCase => ({
    path: `/products/${slug}`,
    title: "products:detail.title",
    values: { name },
  })),
  ...["phone", "google", "facebook", "apple"].map((provider): PageCase => ({
    path: `/coming-soon/${provider}`,
    title: "pages:comingSoon.title",
  })),
  createInfoCase("shop", "pages:info.shop.title"),
  createInfoCase("password-reset", "pages:info.passwordReset.title"),
  createInfoCase("customer-service", "pages:info.customerService.title"),
  createInfoCase("about", "pages:info.about.title"),
  createInfoCase("jobs", "pages:info.jobs.title"),
  createInfoCase("privacy", "pages:info.privacy.title"),
  createInfoCase("terms", "pages:info.terms.title"),
  createInfoCase("imprint", "pages:info.imprint.title"),
  createInfoCase("sustainability", "pages:info.sustainability.title"),
  { path: "/info/accessibility", title: "accessibility:title" },
  { path: "/error/404", ...missingPageCase },
  { path: "/error/500", status: 500, title: "errors:serverError.title" },
  { path: "/no/such/page", ...missingPageCase, expectedPath: "/error/404" },
];

let site: TestSite;
beforeAll(async () => {
  site = await getSharedSite();
});

/** The path prefixes, each with the language of its pages for a browser without a preferred language. */
const prefixesWithLocale = [
  ["", "en"] as const,
  ...localeCodes.map((locale) => [`/${locale}`, locale] as const),
];
const translateEnglish = translatorFor("en");

describe.each(prefixesWithLocale)("pages under '%s'", (prefix, locale) => {
  const t = translatorFor(locale);

  it.each(pageCases)("include $path in the right language", async (row) => {
    const visitor = createHttpVisitor(site);
    const finalPage = await visitor.followRedirect(await visitor.get(addPrefix(prefix, row.path)));
    expect([finalPage.path, finalPage.status]).toEqual([createExpectedPath(prefix, row), row.status ?? 200]);
    const title = t(row.title, row.values);
    expect(titleOf(finalPage.body)).toBe(t("common:title.page", { title }));
    expect(attributeOf(finalPage.body, 'lang="', "lang")).toBe(getLanguageTag(locale));
    expect(textsOf(finalPage.body, "h1")).toHaveLength(1);
    expect(textsOf(finalPage.body, "main")).toHaveLength(1);
    expect(attributeOf(finalPage.body, 'name="description"', "content")).toMatch(/\S/);
  });
});

it("table of pages in this test contains every page except event streams", () => {
  const testedPatterns = new Set(
    pageCases.map(({ path }) => findPageRoute(new URL(path, "http://site").pathname)?.pattern),
  );
  const streams = [...streamPatterns];
  expect(pagePatterns.filter((pattern) => !testedPatterns.has(pattern))).toEqual(streams);
});

it.each(products)(
  "page of product $name links to the landing page, and the landing page links to the product page",
  async ({ slug, name }) => {
    const visitor = createHttpVisitor(site);
    expect(linksIn((await visitor.get("/en")).body)).toContain(`/en/products/${slug}`);
    const { body } = await visitor.get(`/en/products/${slug}`);
    expect(textsOf(body, "h1")).toEqual([translateEnglish("products:detail.title", { name })]);
    expect(textsOf(body, "h2")).toContain(translateEnglish("products:detail.heading"));
    expect(body).toMatch(
      new RegExp(`<a [^>]*href="/en"[^>]*>${translateEnglish("products:detail.enter")}</a>`),
    );
  },
);

it.each(["google", "facebook", "apple"])(
  "sign-up with %s has a coming-soon page, linked from the landing page",
  async (provider) => {
    const visitor = createHttpVisitor(site);
    expect(linksIn((await visitor.get("/en")).body)).toContain(`/en/coming-soon/${provider}`);
    const { body } = await visitor.get(`/en/coming-soon/${provider}`);
    expect(textsOf(body, "h1")[0]?.toLowerCase()).toContain(provider);
  },
);

it("landing page describes the club as structured data, even at the URL of a campaign", async () => {
  const { body } = await createHttpVisitor(site).get("/en/social");
  const [, block = ""] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(body) ?? [];
  expect(JSON.parse(block)).toMatchObject({ "@type": "Organization", url: site.url("/") });
  expect(attributeOf(body, 'property="og:url"', "content")).toBe(site.url("/en"));
});

describe("share preview of an invitation", () => {
  const readShareTags = async (path: string): Promise<(string | undefined)[]> => {
    const { body } = await createHttpVisitor(site, { "User-Agent": "WhatsApp/2.24" }).get(path);
    const readOgProperty = (name: string) => attributeOf(body, `property="og:${name}"`, "content");
    return [readOgProperty("title"), readOgProperty("url"), readOgProperty("image")];
  };

  it.each([
    ["en", "/en?rc=WELCOME", "Anna has invited you to Velvetgate"],
    ["de", "/de/social?rc=VIP2026", "Noah hat Sie zu Velvetgate eingeladen"],
    ["pl", "/pl/registration/formstarted?rc=WELCOME", "Anna zaprasza Cię do klubu Velvetgate"],
  ])("names the inviter in the page's language, without a URL: %s %s", async (locale, path, title) => {
    // The first visit's page is rendered by Remix. The second visit starts the template's creation, and the third visit
    // gets a page from the template.
    for (let visit = 0; visit < 3; visit += 1)
      expect(await readShareTags(path)).toEqual([title, undefined, site.url(`/share/${locale}.jpg`)]);
  });

  it("has the title and the URL of the landing page if the link contains no code", async () => {
    const [title, url] = await readShareTags("/en");
    expect([title, url]).toEqual(["The invitation-only fashion club – Velvetgate", site.url("/en")]);
  });
});

it("damaged split link shows a page with a link to the start page", async () => {
  const { body } = await createHttpVisitor(site).get("/de/s/cut");
  const backLabel = translatorFor("de")("common:backToStart");
  expect(body).toMatch(new RegExp(`<a [^>]*href="/de"[^>]*>${backLabel}</a>`));
});

it("unknown activation link activates nothing, and its page offers a new e-mail", async () => {
  const visitor = createHttpVisitor(site);
  const path = "/sv/registration/activateaccount";
  const { body } = await visitor.get(`${path}?accountActivationId=nobody-has-this`);
  const accountActivationId = readHiddenField(body, "accountActivationId");
  const formToken = readHiddenField(body, "formToken");
  const errorPage = await visitor.followRedirect(
    await visitor.post(path, { accountActivationId, formToken }),
  );
  expect(errorPage.path).toBe("/sv/registration/activateaccountError?reason=not-found");
  expect(textOf(errorPage.body)).toContain(translatorFor("sv")("activation:error.notFound.body"));
  expect(linksIn(errorPage.body)).toContain("/sv/registration/resend");
});

it("gift voucher page links members to the login and invited visitors to the landing page", async () => {
  const { body } = await createHttpVisitor(site).get("/de/registration/gift-voucher");
  const mainHtml = /<main.*<\/main>/s.exec(body)?.[0] ?? "";
  expect(textsOf(mainHtml, "a")).toEqual(["Anmelden", "Mit Einladung eintreten"]);
  expect(linksIn(mainHtml)).toEqual(["/de/login", "/de"]);
});

describe("code in an invitation link", () => {
  it.each(["/de?rc=WELCOME", "/de/viral?rc=WELCOME", "/de/registration/formstarted?rc=WELCOME"])(
    "appears in the code field on the next visit: %s",
    async (path) => {
      const visitor = createHttpVisitor(site);
      expect((await visitor.get(path)).body).toContain('name="email"');
      const { body } = await visitor.get("/de");
      expect(attributeOf(body, 'name="registrationCode"', "value")).toBe("WELCOME");
    },
  );

  it("leads a visitor from a forbidden referrer to the deny page, and appears in the code field later", async () => {
    const visitor = createHttpVisitor(site);
    const denyRedirect = await visitor.get("/de?rc=WELCOME", { Referer: "https://www.reddit.com/r/deals" });
    const { path, body } = await visitor.followRedirect(denyRedirect);
    expect(path).toBe("/de/registration/deny?reason=referrer");
    expect(textOf(body)).toContain(translatorFor("de")("deny:referrer.body", { brand: "Velvetgate" }));
    const landing = await visitor.get("/de");
    expect(attributeOf(landing.body, 'name="registrationCode"', "value")).toBe("WELCOME");
  });

  it.each([
    ["", "default"],
    ["/social", "social"],
    ["/viral", "viral"],
    ["/viral-product-share", "viralProductShare"],
    ["/daba", "daba"],
    ["/another-campaign", "default"],
  ] as const)("shows the headline of the page /<locale>%s with the inviter's name", async (page, variant) => {
    for (const locale of localeCodes) {
      const { body } = await createHttpVisitor(site).get(`/${locale}${page}?rc=WELCOME`);
      const t = translatorFor(locale);
      expect(textsOf(body, "h1")).toEqual([t(`landing:invited.headline.${variant}`, { inviter: "Anna" })]);
    }
  });

  it("opens the invitation if the visitor comes from a webmail page", async () => {
    const visitor = createHttpVisitor(site);
    const { body } = await visitor.get("/de?rc=WELCOME", { Referer: "https://mail.google.com/" });
    expect(textsOf(body, "h1")).toEqual([
      translatorFor("de")("landing:invited.headline.default", { inviter: "Anna" }),
    ]);
  });
});

it.each(["/de/registration/resend", "/de/membership-interest/apply"])(
  "requests for e-mails beyond the limit show the time to wait: %s",
  async (path) => {
    const visitor = createHttpVisitor(site);
    const t = translatorFor("de");
    const requestEmail = async (email = `${crypto.randomUUID()}@example.com`) => {
      const formToken = readHiddenField((await visitor.get(path)).body, "formToken");
      return visitor.post(path, { formToken, email });
    };
    for (let time = 0; time < 5; time += 1) expect((await requestEmail()).status).toBe(303);
    const { status, headers, body } = await requestEmail("kept@example.com");
    const expectedMessage = `${t("errors:tooMany.body", { count: 10 })} ${t("common:failure.kept")}`;
    expect([status, fieldErrorsOf(body)]).toEqual([429, [expectedMessage]]);
    expect(Number(headers.get("Retry-After"))).toBeGreaterThan(500);
    expect(attributeOf(body, 'name="email"', "value")).toBe("kept@example.com");
  },
);

/** Signs in only once for all tests, because checking a password is slow by design. */
let memberPromise: Promise<HttpVisitor> | undefined;

async function signInMember(): Promise<HttpVisitor> {
  const visitor = createHttpVisitor(site);
  await visitor.post("/login", { email: "member@example.com", password: "velvetgate", returnTo: "/invite" });
  return visitor;
}

it.each(localeCodes)("invitation mail of a member has the link on a separate line, in %s", async (locale) => {
  memberPromise ??= signInMember();
  const { body } = await (await memberPromise).get(`/${locale}/invite`);
  const mailtoLink = linksIn(body).find((href) => href.startsWith("mailto:")) ?? "";
  const { pathname, search } = new URL(textOf(mailtoLink));
  expect([pathname, search]).toEqual(["", expect.stringMatching(/^\?subject=[^&+]+&body=[^&+]+$/)]);
  const query = new URLSearchParams(search);
  expect(query.get("subject")).toBe(translatorFor(locale)("account:letter.subject"));
  const lines = (query.get("body") ?? "").split("\r\n");
  expect(lines).toContain(site.url("/viral?rc=VIP2026"));
  expect(lines.join("")).not.toContain("\n");
  expect(lines.at(-1)).toBe("Noah");
});

describe("path in different letter case", () => {
  it.each([
    ["/EN", "/en"],
    ["/EN/?utm_source=Mail", "/en?utm_source=Mail"],
    ["/De/Registration/FormStarted?rc=WELCOME&vt=A%2Fb", "/de/registration/formstarted?rc=WELCOME&vt=A%2Fb"],
    [
      "/de/registration/activateaccounterror?reason=failed",
      "/de/registration/activateaccountError?reason=failed",
    ],
    [
      "/Registration/RegistrationFormEmailActiveComplete",
      "/registration/registrationformemailactivecomplete",
    ],
    ["/Viral-Product-Share?product=Halvarden", "/viral-product-share?product=Halvarden"],
    ["/fr/Products/Halvarden", "/fr/products/halvarden"],
    ["/SV/S/Token~With~LETTERS", "/sv/s/Token~With~LETTERS"],
    ["/LOGIN?returnTo=%2F%2Fevil.example", "/login?returnTo=%2F%2Fevil.example"],
  ])("redirects to the page in the right case: %s", async (path, location) => {
    const visitor = createHttpVisitor(site);
    const response = await visitor.get(path);
    expect(response).toMatchObject({ status: 302, location });
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    expect((await visitor.get(location)).location).not.toBe(location);
  });

  it.each(["/en/s/Token", "/Coming-Soon/None", "/LANGUAGE", "/HEALTHZ", "/Evil.example", "/ASSETS/x"])(
    "gets 404 or a redirect to the error page if it matches no page: %s",
    async (path) => {
      const { status, location } = await createHttpVisitor(site).get(path);
      expect([404, 302]).toContain(status);
      expect(location ?? "/error/404").toBe("/error/404");
    },
  );

  it("redirects below a base path", async () => {
    const siteBelowPath = await getSharedSite({ basePath: "/acquisition" });
    const { location } = await createHttpVisitor(siteBelowPath).get("/DE/Registration/Deny");
    expect(location).toBe("/acquisition/de/registration/deny");
  });

  it("does not redirect a submitted form", async () => {
    const response = await createHttpVisitor(site).post("/EN/login", {});
    expect(response.status).not.toBe(302);
  });
});

describe("URL without a page", () => {
  it.each([
    ["/no/such/page", "/error/404"],
    ["/fr/no/such/page", "/fr/error/404"],
    ["/DE/no/such/page", "/error/404"],
  ])("redirects to the error page in the language of the URL: %s", async (path, location) => {
    expect(await createHttpVisitor(site).get(path)).toMatchObject({ status: 302, location });
  });

  it.each(["/none.ico", "/wp-login.php", "/assets/none.js", "/de/none.png"])(
    "gets a plain 404 if it looks like a file: %s",
    async (path) => {
      const { status, headers } = await createHttpVisitor(site).get(path);
      expect([status, headers.get("Content-Type")]).toEqual([404, "text/plain; charset=utf-8"]);
    },
  );
});

function addPrefix(prefix: string, path: string): string {
  return prefix !== "" && /^\/(\?|$)/.test(path) ? `${prefix}${path.slice(1)}` : `${prefix}${path}`;
}

function createExpectedPath(prefix: string, { path, expectedPath }: PageCase): string {
  if (expectedPath === "login") return `${prefix}${createLoginPath(`${prefix}${path}`)}`;
  return addPrefix(prefix, expectedPath ?? path);
}

it("activation error page shows when a registration expires, and links back to the invitation", async () => {
  const path = "/registration/activateaccountError?reason=";
  const { body } = await createHttpVisitor(site).get(`/en${path}not-found`);
  expect(textOf(body)).toContain("for 72 hours");
  expect(body).toMatch(
    /<a class="button" href="\/en\/registration\/resend"[^>]*>Send the activation email again/,
  );
  expect(body).toMatch(/<a href="\/en"[^>]*>Use my invitation again/);
  const failedPage = await createHttpVisitor(site).get(`/en${path}failed`);
  expect(textOf(failedPage.body)).not.toContain("72 hours");
});

it.each(localeCodes)(
  "links to the privacy policy are next to the e-mail field and the privacy choices: %s",
  async (locale) => {
    const { body } = await createHttpVisitor(site).get(`/${locale}/membership-interest/apply`);
    const privacyPath = `/${locale}/info/privacy`;
    const [mainHtml = ""] = /<main[^]*<\/main>/.exec(body) ?? [];
    const [choices = ""] = /<form class="privacy-form[^]*?<\/form>/.exec(body) ?? [];
    expect(linksIn(mainHtml)).toContain(privacyPath);
    expect(linksIn(choices)).toContain(privacyPath);
  },
);
