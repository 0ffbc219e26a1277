import { beforeAll, expect, it } from "vitest";
import { getLanguageTag, localeCodes, type Locale } from "~/i18n/locales";
import { attributeOf, textOf, textsOf, titleOf } from "../../support/html-text";
import { wordsByLocale } from "../../support/journey-words";
import { getSharedSite } from "../../support/shared-site";
import type { TestSite } from "../../support/velvetgate";
import { filledForm, readHiddenField, createHttpVisitor, type HttpResponse } from "./http-visitor";

let sites: { atRoot: TestSite; belowPath: TestSite };
beforeAll(async () => {
  const [atRoot, belowPath] = await Promise.all([
    getSharedSite(),
    getSharedSite({ basePath: "/acquisition" }),
  ]);
  sites = { atRoot, belowPath };
});

it.each([
  ...localeCodes.map((locale) => ["atRoot", `/${locale}`, locale] as const),
  ["atRoot", "", "pl"] as const,
  ["belowPath", "/fr", "fr"] as const,
  ["belowPath", "", "fr"] as const,
])(
  "visitor with a code becomes a member (site %s, path prefix '%s', language %s)",
  async (siteName, prefix, locale) => {
    const site = sites[siteName];
    const expectedTexts = wordsByLocale[locale];
    const email = `${crypto.randomUUID()}@example.com`;
    const visitor = createHttpVisitor(site, { "Accept-Language": locale });

    const landingPage = await visitor.get(prefix || "/");
    expectPage(landingPage, locale, expectedTexts.landingTitle);
    expect(textsOf(landingPage.body, "label")).toContain(expectedTexts.codeLabel);
    expect(textsOf(landingPage.body, "button")).toContain(expectedTexts.codeButton);

    const code = { intent: "check-code", registrationCode: " wel come " };
    const form = await openRedirect(await visitor.post(prefix || "/", code));
    // An unprefixed first page is a shared page without cookies. The site does not know yet if the browser stores
    // cookies, so the redirect contains the code.
    const query = prefix === "" ? /\?rc=wel(?:%20)?come&cookies=\w+$/ : /^[^?]*$/;
    expect(form.path.startsWith(`${prefix}/registration/formstarted`)).toBe(true);
    expect(form.path).toMatch(query);
    expectPage(form, locale, expectedTexts.formTitle, expectedTexts.formHeading);
    expect(textsOf(form.body, "button")).toContain(expectedTexts.formButton);

    const fields = { ...filledForm(form.body, email), intent: readHiddenField(form.body, "intent") };
    const finishedPage = await openRedirect(await visitor.post(form.path, fields));
    expect(finishedPage.path).toBe(`${prefix}/registration/formfinished`);
    expectPage(finishedPage, locale, expectedTexts.finishedTitle, expectedTexts.finishedHeading);
    expect(textOf(finishedPage.body)).toContain(expectedTexts.finishedBody(email));

    const [mail, ...otherMails] = await site.fetchMailsTo(email);
    expect([mail?.subject, otherMails]).toEqual([expectedTexts.mailSubject, []]);
    expect(mail?.text).toContain(expectedTexts.mailGreeting);
    expect(mail?.html).toContain(expectedTexts.mailButtonLabel);
    const link = mail?.links[0] ?? "";
    expect(mail?.text).toContain(link);
    const activationUrl = site.url(`/${locale}/registration/activateaccount`);
    expect(link.startsWith(`${activationUrl}?accountActivationId=`)).toBe(true);

    // Opening the link twice, like a mail scanner, does not activate the account.
    const path = link.slice(site.url("").length);
    await visitor.get(path);
    const clickButton = async () => {
      const page = await visitor.get(path);
      expectPage(page, locale, expectedTexts.activationTitle, expectedTexts.activationHeading);
      expect(textsOf(page.body, "button")).toContain(expectedTexts.activationButton);
      const accountActivationId = readHiddenField(page.body, "accountActivationId");
      const formToken = readHiddenField(page.body, "formToken");
      return openRedirect(await visitor.post(path.split("?")[0] ?? "", { accountActivationId, formToken }));
    };
    const activatedPage = await clickButton();
    expect(activatedPage.path).toBe(`/${locale}/registration/activateaccount?done=activated`);
    expectPage(activatedPage, locale, expectedTexts.activatedTitle, expectedTexts.activatedHeading);
    const [, welcome = ""] =
      /<a [^>]*href="([^"]*\/welcome\?token=[^"]*)"[^>]*>/.exec(activatedPage.body) ?? [];
    expect(textsOf(activatedPage.body, "a")).toContain(expectedTexts.activatedLink);
    const passwordPage = await (await fetch(textOf(welcome))).text();
    expect(textsOf(passwordPage, "h1")).toEqual([expectedTexts.welcomeTitle]);

    const repeatedPage = await clickButton();
    expect(repeatedPage.path).toBe(`/${locale}/registration/activateaccount?done=already`);
    expectPage(repeatedPage, locale, expectedTexts.activatedTitle, expectedTexts.alreadyActiveHeading);

    /** Opens the page to which a response redirects, without the base path in its URL. */
    async function openRedirect({ location = "" }: HttpResponse): Promise<HttpResponse> {
      return visitor.get(location.slice(site.url("").length - site.origin.length));
    }
  },
);

function expectPage({ status, body }: HttpResponse, locale: Locale, title: string, heading?: string): void {
  expect([status, titleOf(body)]).toEqual([200, `${title} – Velvetgate`]);
  expect(attributeOf(body, 'lang="', "lang")).toBe(getLanguageTag(locale));
  if (heading !== undefined) expect(textsOf(body, "h1")).toEqual([heading]);
}
