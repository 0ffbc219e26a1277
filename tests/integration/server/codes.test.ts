import { beforeAll, describe, expect, it } from "vitest";
import { localeCodes } from "~/i18n/locales";
import type { MessageKey } from "~/i18n/translator";
import { attributeOf, descriptionOf, fieldErrorsOf, textOf, textsOf, titleOf } from "../../support/html-text";
import { getSharedSite } from "../../support/shared-site";
import type { TestSite } from "../../support/velvetgate";
import { translatorFor } from "../../support/words";
import { createHttpVisitor, type HttpResponse } from "./http-visitor";

let site: TestSite;
beforeAll(async () => {
  site = await getSharedSite();
});

type Refusal = [row: string, code: string, reason: string, heading: MessageKey, atField: MessageKey];
const invalidRefusal = ["invalid", "deny:invalid.heading", "landing:code.invalid"] as const;
const noBalanceRefusal = ["no-balance", "deny:noBalance.heading", "landing:code.noBalance"] as const;

/**
 * The errors that acq returns for a code, and the site's messages for them
 * (docs/product/registration.md#registration-codes and docs/product/pages.md#errors-and-messages).
 */
const refusals: Refusal[] = [
  ["REGISTRATION_CODE_INVALID", "UNKNOWN", ...invalidRefusal],
  ["INVITER_INVALID", "NOINVITER", ...invalidRefusal],
  ["CUSTOMIZATION_MISSING", "NOCUSTOM", ...invalidRefusal],
  ["REGISTRATION_CODE_EXPIRED", "EXPIRED", "expired", "deny:expired.heading", "landing:code.expired"],
  ["REGISTRATION_TIMESTAMP_MISSING", "NEEDSVT", "link", "deny:link.heading", "landing:code.link"],
  ["REGISTRATION_CODE_NO_BALANCE_LEFT", "EMPTY", ...noBalanceRefusal],
  ["REGISTRATION_CODE_BALANCE_LESS_THAN_PENDING_REGISTRATIONS", "PENDING", ...noBalanceRefusal],
];

function typeCode(locale: string, registrationCode: string): Promise<HttpResponse> {
  const visitor = createHttpVisitor(site);
  return visitor.post(`/${locale}`, { intent: "check-code", registrationCode });
}

/**
 * Expects the code form with this message at its field, the typed code in the field, and a page title that begins with
 * "Error:".
 */
function expectRefused(
  { status, body }: HttpResponse,
  locale: (typeof localeCodes)[number],
  message: string,
) {
  const t = translatorFor(locale);
  expect([status, fieldErrorsOf(body)]).toEqual([422, [message]]);
  const title = t("common:title.page", { title: t("landing:title") });
  expect(titleOf(body)).toBe(t("common:title.error", { title }));
  expect(descriptionOf(body, "registrationCode")).toContain(message);
  expect(attributeOf(body, 'name="registrationCode"', "aria-invalid")).toBe("true");
  expect(attributeOf(body, 'name="registrationCode"', "autofocus")).toBe("");
}

describe.each(localeCodes)("rejected codes in the language %s", (locale) => {
  const t = translatorFor(locale);

  it.each(refusals)(
    "show the reason on the deny page if a link contains the code: %s, code %s",
    async (_acqError, code, reason, heading) => {
      for (const path of [`/${locale}?rc=${code}`, `/${locale}/registration/formstarted?rc=${code}`]) {
        const visitor = createHttpVisitor(site);
        const { path: finalPath, status, body } = await visitor.followRedirect(await visitor.get(path));
        expect([finalPath, status]).toEqual([`/${locale}/registration/deny?reason=${reason}`, 403]);
        expect(titleOf(body)).toBe(t("common:title.page", { title: t("deny:title") }));
        expect(textsOf(body, "h1")).toEqual([t(heading)]);
      }
    },
  );

  it.each(refusals)(
    "show the reason at the code field if a visitor types the code: %s, code %s",
    async (_acqError, code, _reason, _heading, message) => {
      const response = await typeCode(locale, code);
      expectRefused(response, locale, t(message));
      expect(attributeOf(response.body, 'name="registrationCode"', "value")).toBe(code);
    },
  );

  it("lead to the deny page if acq rejects the referrer", async () => {
    const visitor = createHttpVisitor(site);
    const response = await visitor.post(`/${locale}`, {
      intent: "check-code",
      registrationCode: "NOREFERER",
    });
    const { path, body } = await visitor.followRedirect(response);
    expect(path).toBe(`/${locale}/registration/deny?reason=referrer`);
    expect(textsOf(body, "h1")).toEqual([t("deny:referrer.heading")]);
    expect(textOf(body)).toContain(t("deny:referrer.body"));
  });
});

it.each([
  ["", "Please provide an access code."],
  [" \u200b ", "Please provide an access code."],
  ["WEL/COME!", "Please use valid characters"],
  ["NO-SUCH-CODE", "Your code is not valid."],
  ["NOCUSTOM", "Your code is not valid."],
  ["NOINVITER", "Your code is not valid."],
  [
    "NEEDSVT",
    "Your registration link is invalid. Please request a new invitation. If you have the full link, open that instead.",
  ],
])(
  "typed code %j shows the documented message (docs/product/registration.md#registration-codes): %s",
  async (typedCode, message) => {
    const response = await typeCode("en", typedCode);
    expectRefused(response, "en", message);
    expect(attributeOf(response.body, 'name="registrationCode"', "value") ?? "").toBe(typedCode);
  },
);

it("limit on guessed codes shows the time to wait, and still allows links with usable codes", async () => {
  const visitor = createHttpVisitor(site);
  const t = translatorFor("de");
  const submitCode = (registrationCode: string) =>
    visitor.post("/de", { intent: "check-code", registrationCode });
  for (let attempt = 0; attempt < 10; attempt += 1)
    expect(fieldErrorsOf((await submitCode(`GUESS${attempt}`)).body)).toEqual([t("landing:code.invalid")]);
  const { status, body } = await submitCode("GUESS10");
  expect([status, fieldErrorsOf(body)]).toEqual([429, [t("errors:tooMany.body", { count: 10 })]]);
  expect(attributeOf(body, 'name="registrationCode"', "value")).toBe("GUESS10");
  expect((await visitor.get("/de/registration/formstarted?rc=WELCOME")).status).toBe(200);
});

it("cross-site image requests do not count as guesses, so that a typed code still works", async () => {
  const visitor = createHttpVisitor(site, { "X-Forwarded-For": "198.51.100.77" });
  const imageRequestHeaders = { "Sec-Fetch-Dest": "image", "Sec-Fetch-Site": "cross-site" };
  for (let guessIndex = 0; guessIndex < 45; guessIndex += 1) {
    const path = guessIndex % 2 === 0 ? "/de" : "/de/registration/formstarted";
    const { location } = await visitor.get(`${path}?rc=PICTURE${guessIndex}`, imageRequestHeaders);
    expect(location).toBe("/de/registration/deny?reason=link");
  }
  const codeFields = { intent: "check-code", registrationCode: "WELCOME" };
  expect((await visitor.post("/de", codeFields)).location).toMatch(/formstarted/);
  expect((await visitor.get("/de/registration/formstarted?rc=WELCOME")).status).toBe(200);
});

it("links that another site opens have a separate limit, so that links from other sources still work", async () => {
  const visitor = createHttpVisitor(site, { "X-Forwarded-For": "198.51.100.78" });
  const createNavigationHeaders = (fetchSite: string) => ({
    "Sec-Fetch-Dest": "document",
    "Sec-Fetch-Site": fetchSite,
  });
  const usablePath = "/de/registration/formstarted?rc=WELCOME";
  for (let guessIndex = 0; guessIndex < 40; guessIndex += 1)
    await visitor.get(`/de?rc=FOREIGN${guessIndex}`, createNavigationHeaders("cross-site"));
  expect((await visitor.get(usablePath, createNavigationHeaders("none"))).status).toBe(200);
  // After 40 links with unknown codes, even a usable link on another site gets 429. The error page has a button that
  // opens the link.
  const { status, body } = await visitor.get(usablePath, createNavigationHeaders("cross-site"));
  expect(status).toBe(429);
  expect(textsOf(body, "a")).toContain(translatorFor("de")("errors:unavailable.button"));
  expect(body).toContain(`class="button" href="${usablePath}"`);
  expect((await visitor.get(usablePath, createNavigationHeaders("same-origin"))).status).toBe(200);
});
