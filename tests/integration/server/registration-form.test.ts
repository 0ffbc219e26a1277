import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { getFormatLanguageTag, type Locale, localeCodes } from "~/i18n/locales";
import type { MessageKey } from "~/i18n/translator";
import { createFault } from "../../support/acq-controls";
import {
  attributeOf,
  descriptionOf,
  fieldErrorsOf,
  summaryOf,
  textOf,
  textsOf,
  titleOf,
} from "../../support/html-text";
import { startVelvetgate, type Velvetgate } from "../../support/velvetgate";
import { translatorFor } from "../../support/words";
import {
  filledForm,
  readHiddenField,
  createHttpVisitor,
  type HttpResponse,
  type HttpVisitor,
} from "./http-visitor";

let site: Velvetgate;
let leanSite: Velvetgate;
beforeAll(async () => {
  [site, leanSite] = await Promise.all([
    startVelvetgate(),
    startVelvetgate({ env: { FEATURES: "registration-flow=lean" } }),
  ]);
});
afterAll(() => Promise.all([site.stop(), leanSite.stop()]));
afterEach(() => site.clearFaults());

const path = "/registration/formstarted";
const newEmail = () => `${crypto.randomUUID()}@example.com`;

/**
 * Opens the form for a usable code as a new visitor. `send` submits the form with valid fields and the given changes.
 */
async function openForm(prefix: string, email = newEmail(), formSite = site) {
  const visitor = createHttpVisitor(formSite);
  const { body } = await visitor.get(`${prefix}${path}?rc=WELCOME`);
  const fields = { ...filledForm(body, email), intent: readHiddenField(body, "intent"), newsletter: "on" };
  const send = (changes: Record<string, string>) =>
    visitor.post(`${prefix}${path}`, { ...fields, ...changes });
  return { visitor, body, email, send };
}

/** Expects that the form contains all values that the visitor has typed. */
function expectKept(body: string, typedValues: { firstname: string; email: string }): void {
  expect(attributeOf(body, 'name="firstname"', "value")).toBe(typedValues.firstname);
  expect(attributeOf(body, 'name="lastname"', "value")).toBe("Berg");
  expect(attributeOf(body, 'name="email"', "value")).toBe(typedValues.email);
  expect(attributeOf(body, 'value="DE"', "selected")).toBe("");
  for (const checkedInput of ['value="FEMALE"', 'name="newsletter"', 'name="terms"'])
    expect([checkedInput, attributeOf(body, checkedInput, "checked")]).toEqual([checkedInput, ""]);
}

describe.each(localeCodes)("registration flow in %s", (locale) => {
  const t = translatorFor(locale);

  it("shows a message at each required field of an empty form", async () => {
    const { send } = await openForm(`/${locale}`);
    const emptyFields = { gender: "", firstname: "", lastname: "", email: "", country: "", terms: "" };
    const { status, body } = await send(emptyFields);
    const missingFieldCases: [field: string, message: MessageKey][] = [
      ["firstname", "registration:firstname.required"],
      ["lastname", "registration:lastname.required"],
      ["gender", "registration:gender.required"],
      ["email", "registration:email.invalid"],
      ["country", "registration:country.required"],
      ["terms", "registration:terms.required"],
    ];
    expect([status, summaryOf(body)]).toEqual([422, missingFieldCases.map(([, message]) => t(message))]);
    const title = t("common:title.page", { title: t("registration:form.title") });
    expect(titleOf(body)).toBe(t("common:title.error", { title }));
    for (const [field, message] of missingFieldCases) {
      expect(body).toContain(`<a href="#main-form-${field}">${t(message)}</a>`);
      if (field !== "gender") expect(descriptionOf(body, field)).toContain(t(message));
    }
  });

  it("leads to a page with a login link if the account is already active", async () => {
    const { visitor, send } = await openForm(`/${locale}`);
    const { body } = await visitor.followRedirect(await send({ email: "active@example.com" }));
    expect(titleOf(body)).toBe(t("common:title.page", { title: t("progress:active.title") }));
    expect(textsOf(body, "h1")).toEqual([t("progress:active.heading")]);
    expect(textsOf(extractMain(body), "a")).toContain(t("progress:active.login"));
  });

  it("leads to a page that lets the visitor change the e-mail address if the account is pending", async () => {
    const { visitor, send } = await openForm(`/${locale}`);
    const pendingPage = await visitor.followRedirect(await send({ email: "pending@example.com" }));
    expect(textsOf(pendingPage.body, "h1")).toEqual([t("progress:pending.heading")]);
    expect(extractMain(pendingPage.body)).toContain("pending@example.com");
    expect(textsOf(pendingPage.body, "button")).toContain(t("progress:mail.changeButton"));
    const formToken = readHiddenField(pendingPage.body, "formToken");
    const changedForm = await visitor.followRedirect(
      await visitor.post(pendingPage.path, { intent: "change-email", formToken }),
    );
    expect(attributeOf(changedForm.body, 'name="firstname"', "value")).toBe("Zoë");
  });

  it.each(["active@example.com", "nobody@example.com"])(
    "answers an application without an invitation identically for every e-mail address: %s",
    async (email) => {
      const visitor = createHttpVisitor(site);
      const introPage = await visitor.get(`/${locale}/membership-interest`);
      expect(textsOf(introPage.body, "h1")).toEqual([t("interest:intro.heading")]);
      expect(textsOf(introPage.body, "a")).toContain(t("interest:intro.button"));
      const applicationPage = await visitor.get(`/${locale}/membership-interest/apply`);
      expect(textsOf(applicationPage.body, "label")).toContain(t("interest:apply.emailLabel"));
      expect(textsOf(applicationPage.body, "button")).toContain(t("interest:apply.button"));
      const formToken = readHiddenField(applicationPage.body, "formToken");
      const response = await visitor.followRedirect(
        await visitor.post(applicationPage.path, { formToken, email }),
      );
      expect(textsOf(response.body, "h1")).toEqual([t("interest:confirmation.heading")]);
    },
  );

  it.each(["pending@example.com", "nobody@example.com"])(
    "answers a request for the activation e-mail identically for every e-mail address: %s",
    async (email) => {
      const visitor = createHttpVisitor(site);
      const page = await visitor.get(`/${locale}/registration/resend`);
      expect(textsOf(page.body, "label")).toContain(t("registration:email.label"));
      expect(textsOf(page.body, "button")).toContain(t("progress:resend.button"));
      const formToken = readHiddenField(page.body, "formToken");
      const response = await visitor.followRedirect(await visitor.post(page.path, { formToken, email }));
      expect(textOf(response.body)).toContain(t("progress:resend.answer"));
    },
  );

  it("moves between the two steps of the lean form, and keeps the typed values", async () => {
    const { visitor, body, email } = await openForm(`/${locale}`, newEmail(), leanSite);
    const formAddress = `/${locale}${path}`;
    const send = async (page: string, fields: Record<string, string>) =>
      visitor.followRedirect(await visitor.post(formAddress, { ...hiddenFields(page), ...fields }));
    const describePage = (page: HttpResponse) => [page.path, ...textsOf(page.body, "h1")];
    expect(textOf(body)).toContain(t("registration:lean.step", { step: 1 }));
    expect(textsOf(body, "button")).toContain(t("registration:lean.continue"));
    const secondStep = await send(body, { email, country: "DE" });
    expect(describePage(secondStep)).toEqual([`${formAddress}?step=2`, t("registration:secondStep.heading")]);
    expect(textOf(secondStep.body)).toContain(
      t("registration:secondStep.contact", { email, country: formatCountryName(locale, "DE") }),
    );
    expect(textOf(secondStep.body)).toContain(t("registration:newsletter.short", { brand: "Velvetgate" }));
    expect(textsOf(secondStep.body, "button")).toContain(t("registration:secondStep.change"));

    const firstStep = await send(secondStep.body, { step: "back", firstname: "Zoë" });
    expect(attributeOf(firstStep.body, 'name="email"', "value")).toBe(email);
    expect(attributeOf(firstStep.body, 'value="DE"', "selected")).toBe("");
    await send(firstStep.body, { email, country: "DE" });
    const reopenedStep = await visitor.get(secondStep.path);
    expect(attributeOf(reopenedStep.body, 'name="firstname"', "value")).toBe("Zoë");
    const personFields = { gender: "MALE", firstname: "Zoë", lastname: "O’Neill", terms: "on" };
    const finishedPage = await send(reopenedStep.body, { ...personFields });
    expect(summaryOf(finishedPage.body)).toEqual([]);
    expect(textsOf(finishedPage.body, "h1")).toEqual([t("progress:finished.heading")]);
    expect(await leanSite.fetchMailsTo(email)).toHaveLength(1);
  });
});

describe("invalid name", () => {
  it.each(["R2D2", "Anna 🎁", "<b>Anna</b>"])(
    "leads to an error, and the form keeps all typed values: %s",
    async (firstname) => {
      const { send, email } = await openForm("/en");
      const { status, body } = await send({ firstname });
      expect([status, summaryOf(body)]).toEqual([422, ["Please use valid characters"]]);
      expectKept(body, { firstname, email });
      expect(await site.fetchMailsTo(email)).toEqual([]);
    },
  );
});

it("error messages of the form equal those in docs/product/registration.md#registration", async () => {
  const { send } = await openForm("/en");
  const { body } = await send({ gender: "", firstname: "", lastname: "", email: "", country: "", terms: "" });
  expect(summaryOf(body)).toEqual([
    "Please provide your first name",
    "Please provide your last name",
    "Please choose an option",
    "Please provide a valid email address",
    "Please select your country",
    "Please agree to the terms and the privacy policy",
  ]);
});

it("form asks about a probable typo in the e-mail address only once", async () => {
  const emailWithTypo = newEmail().replace("example.com", "gamil.com");
  const { visitor, send } = await openForm("/en", emailWithTypo);
  const questionPage = await send({});
  const suggestion = emailWithTypo.replace("gamil", "gmail");
  expect(summaryOf(questionPage.body)).toEqual([
    translatorFor("en")("registration:email.suggestion", { suggestion }),
  ]);
  expectKept(questionPage.body, { firstname: "Zoë", email: emailWithTypo });
  expect(attributeOf(questionPage.body, 'name="suggestedEmail"', "value")).toBe(suggestion);
  const questionedEmail = readHiddenField(questionPage.body, "questionedEmail");
  const response = await visitor.followRedirect(await send({ questionedEmail }));
  expect(textsOf(response.body, "h1")).toEqual([translatorFor("en")("progress:finished.heading")]);
  expect(await site.fetchMailsTo(emailWithTypo)).toHaveLength(1);
});

it("country field offers only the countries that the code allows", async () => {
  const { body } = await createHttpVisitor(site).get(`/en${path}?rc=VIP2026`);
  const [placeholder, ...countries] = textsOf(body, "option");
  expect(placeholder).toBe(translatorFor("en")("registration:country.placeholder"));
  expect(countries).toEqual(["Austria", "Germany", "Switzerland"]);
});

describe("draft", () => {
  it.each([
    ["tampered with", (value: string) => value.slice(0, -6) + "AAAAAA"],
    ["cut short", (value: string) => value.slice(0, value.length / 2)],
    ["in a different format", () => "eyJhbGciOiJub25lIn0.e30."],
  ])("has no effect if its cookie is %s", async (_description, damage) => {
    const { visitor, send } = await openForm("/sv");
    expect((await send({})).location).toBe("/sv/registration/formfinished");
    visitor.cookies.set("draft", damage(visitor.cookies.get("draft") ?? ""));
    const redirectedPage = await visitor.followRedirect(await visitor.get("/sv/registration/formfinished"));
    expect(redirectedPage.path).toBe("/sv");
    expect(attributeOf(redirectedPage.body, 'name="registrationCode"', "value")).toBeUndefined();
    const form = await visitor.followRedirect(await visitor.get(`/sv${path}`));
    // The invitation may be valid, so the deny page would be wrong.
    expect([form.path, form.status]).toEqual(["/sv", 200]);
  });
});

const faultKinds = ["status", "reset", "malformed", "graphql-error"] as const;

describe("registration while acq fails", () => {
  const t = translatorFor("de");

  it.each([
    ...faultKinds.map((kind) => ["submitRegistration", kind, "before"] as const),
    ...faultKinds.map((kind) => ["checkRegistrationCode", kind, "before"] as const),
    ["submitRegistration", "reset", "after"] as const,
  ])(
    "keeps all input, and a retry sends only one e-mail (call %s, fault %s, %s execution)",
    async (operation, kind, faultTiming) => {
      const { visitor, send, email } = await openForm("/de");
      await site.addFault(createFault(operation, kind, faultTiming));
      const { status, body } = await send({});
      expect([status, summaryOf(body).join(" ")]).toEqual([
        503,
        expect.stringContaining(t("common:failure.generic")),
      ]);
      expect(summaryOf(body).join(" ")).toContain(t("common:failure.kept"));
      expectKept(body, { firstname: "Zoë", email });
      await site.clearFaults();
      const response = await visitor.followRedirect(await requestMailAgain(visitor, body, { email }));
      expect(textsOf(response.body, "h1")).toEqual([t("progress:finished.heading")]);
      expect(await site.fetchMailsTo(email)).toHaveLength(1);
    },
  );

  it.each(faultKinds)("shows a link to retry an invitation (acq's fault: %s)", async (kind) => {
    await site.addFault(createFault("checkRegistrationCode", kind));
    const visitor = createHttpVisitor(site);
    const { status, headers, body } = await visitor.get(`/de${path}?rc=WELCOME`);
    expect([status, headers.get("Retry-After")]).toEqual([503, expect.stringMatching(/^\d+$/)]);
    expect(titleOf(body)).toBe(t("common:title.page", { title: t("errors:unavailable.title") }));
    expect(textOf(body)).toContain(t("common:failure.generic"));
    expect(body).toContain(`href="/de${path}?rc=WELCOME"`);
    expect(textsOf(extractMain(body), "a")).toContain(t("errors:unavailable.button"));
  });

  it("lets the visitor open the failed form again and change the typed values", async () => {
    const { visitor, send } = await openForm("/de");
    await site.addFault(createFault("submitRegistration", "reset"));
    expect((await send({})).status).toBe(503);
    await site.clearFaults();
    const { body } = await visitor.get(`/de${path}`);
    expect(attributeOf(body, 'name="firstname"', "value")).toBe("Zoë");
    const changedEmail = newEmail();
    const response = await visitor.followRedirect(
      await requestMailAgain(visitor, body, { email: changedEmail }),
    );
    expect(textOf(response.body)).toContain(t("progress:finished.body", { email: changedEmail }));
  });

  it("keeps a typed code on the landing page if the code cannot be checked", async () => {
    await site.addFault(createFault("*", "reset"));
    const visitor = createHttpVisitor(site);
    expect((await visitor.get("/de")).status).toBe(200);
    const code = { intent: "check-code", registrationCode: "WELCOME" };
    const { body } = await visitor.post("/de", code);
    const errorIdText = t("common:errorId", { id: "acq-frontend-" });
    const [fieldError] = fieldErrorsOf(body);
    expect(fieldError).toContain(t("common:failure.generic"));
    expect(fieldError).toContain(errorIdText);
    expect(attributeOf(body, 'name="registrationCode"', "value")).toBe("WELCOME");
    await site.clearFaults();
    expect((await visitor.post("/de", code)).location).toBe(`/de${path}`);
  });

  it.each(faultKinds)("lets the visitor retry an activation (acq's fault: %s)", async (kind) => {
    const { visitor, send, email } = await openForm("/de");
    await visitor.followRedirect(await send({}));
    const [mail] = await site.fetchMailsTo(email);
    const activationPath = (mail?.links[0] ?? "").slice(site.origin.length);
    const clickButton = async () => {
      const { body } = await visitor.get(activationPath);
      const accountActivationId = readHiddenField(body, "accountActivationId");
      const formToken = readHiddenField(body, "formToken");
      return visitor.post(activationPath.split("?")[0] ?? "", { accountActivationId, formToken });
    };
    await site.addFault(createFault("activateAccount", kind));
    const failedPage = await visitor.followRedirect(await clickButton());
    expect(textOf(extractMain(failedPage.body))).toContain(t("common:failure.generic"));
    expect(textOf(extractMain(failedPage.body))).toContain(t("common:errorId", { id: "acq-frontend-" }));
    expect(titleOf(failedPage.body)).toBe(t("common:title.page", { title: t("errors:unavailable.title") }));
    expect(textsOf(extractMain(failedPage.body), "a")).toContain(t("errors:unavailable.button"));
    await site.clearFaults();
    expect((await clickButton()).location).toMatch(/done=activated$/);
  });
});

/** Submits the form of an error response again, without changes. */
function requestMailAgain(
  visitor: HttpVisitor,
  body: string,
  { email }: { email: string },
): Promise<HttpResponse> {
  const intent = readHiddenField(body, "intent");
  return visitor.post(`/de${path}`, { ...filledForm(body, email), intent, newsletter: "on" });
}

function formatCountryName(locale: Locale, isoCode: string): string {
  return new Intl.DisplayNames(getFormatLanguageTag(locale), { type: "region" }).of(isoCode) ?? "";
}

/** Returns the hidden fields of the page's main form. */
function hiddenFields(html: string): Record<string, string> {
  const [form = ""] = /<form id="main-form".*?<\/form>/s.exec(html) ?? [];
  const fields = form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g);
  return Object.fromEntries([...fields].map(([, name = "", value = ""]) => [name, textOf(value)]));
}

function extractMain(html: string): string {
  return /<main.*<\/main>/s.exec(html)?.[0] ?? "";
}
