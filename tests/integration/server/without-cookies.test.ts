import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { localeCodes } from "~/i18n/locales";
import { attributeOf, linksIn, summaryOf, textOf, textsOf } from "../../support/html-text";
import { startVelvetgate, type Velvetgate } from "../../support/velvetgate";
import { translatorFor } from "../../support/words";
import {
  filledForm,
  readHiddenField,
  type HttpResponse,
  type HttpVisitor,
  createHttpVisitor,
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

const formPath = "/en/registration/formstarted";
const newEmail = () => `${crypto.randomUUID()}@example.com`;
const t = translatorFor("en");

/**
 * Browsers that store no cookies. "modern" sends Sec-Fetch-Site with a form; "old" sends neither Sec-Fetch-Site nor
 * Origin.
 */
const browsers = ["modern", "old"] as const;
type BrowserKind = (typeof browsers)[number];

function newVisitor(browser: BrowserKind, visitedSite: Velvetgate = site) {
  const visitor = createHttpVisitor(visitedSite, {}, false);
  const send: HttpVisitor["post"] = (path, fields) => {
    if (browser === "old") return visitor.oldBrowser.post(path, fields);
    return visitor.post(path, fields, { "Sec-Fetch-Site": "same-origin" });
  };
  /**
   * Submits the page's form with these changes. If an old browser gets the page that asks the visitor to confirm the
   * form, submits that page too.
   */
  const sendForm = async (page: HttpResponse, changes: Record<string, string> = {}) => {
    const response = await send(formActionOf(page.body), { ...readFields(page.body), ...changes });
    if (!textsOf(response.body, "button").includes(t("registration:suspicious.button"))) return response;
    expect([browser, response.status]).toEqual(["old", 422]);
    return send(formActionOf(response.body), readFields(response.body));
  };
  return { visitor, send, sendForm };
}

/** Returns the action of the page's main form. */
function formActionOf(html: string): string {
  return (attributeOf(html, 'id="main-form"', "action") ?? "").replaceAll("&amp;", "&");
}

const mainFormPattern = /<form[^>]*id="main-form".*?<\/form>/s;

/** Returns the fields of the page's main form with their current values. */
function readFields(html: string): Record<string, string> {
  const [form = ""] = mainFormPattern.exec(html) ?? [];
  const fields: Record<string, string> = {};
  for (const [input] of form.matchAll(/<input[^>]*>/g)) {
    const name = /name="([^"]*)"/.exec(input)?.[1] ?? "";
    const isUnchecked = /type="(?:radio|checkbox)"/.test(input) && !input.includes(" checked");
    if (!isUnchecked)
      fields[name] = textOf(/value="([^"]*)"/.exec(input)?.[1] ?? (input.includes("checked") ? "on" : ""));
  }
  for (const [select] of form.matchAll(/<select.*?<\/select>/gs))
    fields[/name="([^"]*)"/.exec(select)?.[1] ?? ""] =
      /<option[^>]*value="([^"]*)"[^>]*selected/.exec(select)?.[1] ??
      /<option[^>]*selected[^>]*value="([^"]*)"/.exec(select)?.[1] ??
      "";
  return fields;
}

/** Enters a usable code and returns the page with the registration form. */
async function enterCode({ visitor, send }: ReturnType<typeof newVisitor>): Promise<HttpResponse> {
  await visitor.get("/en");
  const response = await send("/en", { intent: "check-code", registrationCode: "WELCOME" });
  expect(response.location).toMatch(/^\/en\/registration\/formstarted\?rc=WELCOME&cookies=\w+$/);
  return visitor.followRedirect(response);
}

describe.each(browsers)("browser without cookies (%s)", (browser) => {
  it("completes the registration from the code to the activation", async () => {
    const client = newVisitor(browser);
    const { visitor, send, sendForm } = client;
    const form = await enterCode(client);
    expect(form.status).toBe(200);
    expect(textOf(form.body)).toContain(t("registration:cookies.notice"));

    const email = newEmail();
    const formFields = { ...filledForm(form.body, email), lastname: "" };
    const rejectedForm = await sendForm(form, formFields);
    expect([rejectedForm.status, summaryOf(rejectedForm.body)]).toEqual([
      422,
      [t("registration:lastname.required")],
    ]);
    expect(attributeOf(rejectedForm.body, 'name="email"', "value")).toBe(email);
    expect(textOf(rejectedForm.body)).toContain(t("registration:cookies.notice"));

    const registration = await sendForm(rejectedForm, { lastname: "Berg" });
    expect(registration.location).toMatch(/^\/en\/registration\/formfinished\?state=[\w.-]+$/);
    expect(decodeURIComponent(registration.location ?? "")).not.toContain("@");
    for (const finishedPage of [
      await visitor.followRedirect(registration),
      await visitor.followRedirect(registration),
    ]) {
      expect([finishedPage.status, textsOf(finishedPage.body, "h1")]).toEqual([
        200,
        [t("progress:finished.heading")],
      ]);
      expect(textOf(finishedPage.body)).toContain(t("progress:finished.plainBody"));
      expect(finishedPage.headers.get("Cache-Control")).toBe("no-store");
      expect(finishedPage.headers.get("Referrer-Policy")).toBe("same-origin");
    }
    const [mail, ...otherMails] = await site.fetchMailsTo(email);
    expect(otherMails).toEqual([]);

    const submitActivation = async () => {
      const { body } = await visitor.get((mail?.links[0] ?? "").slice(site.origin.length));
      const accountActivationId = readHiddenField(body, "accountActivationId");
      const fields = { accountActivationId, formToken: readHiddenField(body, "formToken") };
      return visitor.followRedirect(await send("/en/registration/activateaccount", fields));
    };
    const activatedPage = await submitActivation();
    expect(textsOf(activatedPage.body, "h1")).toEqual([t("activation:activated.heading")]);
    expect(linksIn(activatedPage.body).some((link) => link.includes("/welcome?token="))).toBe(true);
    expect(textsOf((await submitActivation()).body, "h1")).toEqual([t("activation:already.heading")]);
  });

  it("completes the registration in two steps, and can go back to the first step", async () => {
    const client = newVisitor(browser, leanSite);
    const firstForm = await enterCode(client);
    const email = newEmail();
    const secondStep = await client.sendForm(firstForm, { email, country: "DE" });
    expect([secondStep.status, textsOf(secondStep.body, "h1")]).toEqual([
      200,
      [t("registration:secondStep.heading")],
    ]);

    const personFields = {
      gender: "FEMALE",
      firstname: "Zoë",
      lastname: "Berg",
      newsletter: "on",
      terms: "on",
    };
    const firstStep = await client.send(formActionOf(secondStep.body), {
      ...readFields(secondStep.body),
      ...personFields,
      step: "back",
    });
    expect(readFields(firstStep.body)).toMatchObject({
      intent: "leanStep1",
      email,
      country: "DE",
      ...personFields,
    });

    const repeatedStep = await client.sendForm(firstStep);
    expect(readFields(repeatedStep.body)).toMatchObject({
      intent: "leanStep2",
      email,
      country: "DE",
      ...personFields,
    });
    const rejectedForm = await client.sendForm(repeatedStep, { firstname: "" });
    expect(summaryOf(rejectedForm.body)).toEqual([t("registration:firstname.required")]);
    const registration = await client.sendForm(rejectedForm, { firstname: "Zoë" });
    expect(registration.location).toMatch(/^\/en\/registration\/formfinished\?state=/);
    expect(await leanSite.fetchMailsTo(email)).toHaveLength(1);
  });

  it("reaches the form from the landing page of an invitation, with the typed values", async () => {
    const { visitor, sendForm } = newVisitor(browser);
    const email = newEmail();
    const form = await sendForm(await visitor.get("/en?rc=WELCOME"), { email, country: "AT" });
    expect(form.status).toBe(200);
    expect(readFields(form.body)).toMatchObject({ intent: "defaultStep2", email, country: "AT" });
    const registration = await sendForm(form, { ...filledForm(form.body, email), country: "AT" });
    expect(registration.location).toMatch(/formfinished\?state=/);
  });

  it("can request the mail again and change the e-mail address of a pending account", async () => {
    const { visitor, send, sendForm } = newVisitor(browser);
    // The code LASTONE has a single place. The registration of the second e-mail address takes over the place of the
    // first address.
    const form = await visitor.get(`${formPath}?rc=${browser === "modern" ? "LASTONE" : "WELCOME"}`);
    const registration = await sendForm(form, filledForm(form.body, newEmail()));
    const finishedPage = await visitor.followRedirect(registration);
    const formAction = (attributeOf(finishedPage.body, 'class="row"', "action") ?? "").replaceAll(
      "&amp;",
      "&",
    );
    const formToken = readHiddenField(finishedPage.body, "formToken");

    const resendPage = await visitor.followRedirect(await send(formAction, { formToken, intent: "resend" }));
    expect([resendPage.status, textsOf(resendPage.body, "h1")]).toEqual([
      200,
      [t("progress:finished.heading")],
    ]);
    const checkPage = await visitor.followRedirect(await send(formAction, { formToken, intent: "check" }));
    expect(textOf(checkPage.body)).toContain(t("progress:check.notYet"));

    const reopenedForm = await visitor.followRedirect(
      await send(formAction, { formToken, intent: "change-email" }),
    );
    const email = newEmail();
    const secondRegistration = await sendForm(reopenedForm, filledForm(reopenedForm.body, email));
    expect(secondRegistration.location).toMatch(/formfinished\?state=/);
    expect(await site.fetchMailsTo(email)).toHaveLength(1);
  });

  it("gets the page for its account's state if the e-mail address has a pending or active account", async () => {
    const { visitor, sendForm } = newVisitor(browser);
    const form = await visitor.get(`${formPath}?rc=WELCOME`);
    const pendingPage = await visitor.followRedirect(
      await sendForm(form, filledForm(form.body, "pending@example.com")),
    );
    expect(textOf(pendingPage.body)).toContain(t("progress:pending.plainBody"));
    const activeResponse = await sendForm(form, filledForm(form.body, "active@example.com"));
    expect(activeResponse.location).toBe("/en/registration/registrationformemailactivecomplete");
  });

  it("can apply for membership and request the mail again", async () => {
    const { visitor, sendForm } = newVisitor(browser);
    const applicationResponse = await sendForm(await visitor.get("/en/membership-interest/apply"), {
      email: newEmail(),
    });
    const confirmationPage = await visitor.followRedirect(applicationResponse);
    expect(textsOf(confirmationPage.body, "h1")).toEqual([t("interest:confirmation.heading")]);
    const resendResponse = await sendForm(await visitor.get("/en/registration/resend"), {
      email: newEmail(),
    });
    expect(textsOf((await visitor.followRedirect(resendResponse)).body, "h1")).toEqual([
      t("progress:resend.sentHeading"),
    ]);
  });

  it("gets a message that the login requires cookies, without a call to acq", async () => {
    const { visitor, send } = newVisitor(browser);
    const loginPage = await visitor.followRedirect(await visitor.get("/en/admin/splitgenerator"));
    await site.addFault({ operationName: "login", kind: "status", value: 502, times: 9 });
    const formToken = readHiddenField(loginPage.body, "formToken");
    const fields = { formToken, returnTo: "", email: "member@example.com", password: "velvetgate" };
    const response = await send("/en/login", fields);
    await site.clearFaults();
    expect([response.status, summaryOf(response.body)]).toEqual([422, [t("account:login.cookies")]]);
    expect(attributeOf(response.body, 'id="email"', "value")).toBe("member@example.com");
  });

  it("keeps the selected language in the URL", async () => {
    const { visitor, send } = newVisitor(browser);
    const languageChange = await send("/language", {
      locale: "pl",
      returnTo: "/registration/formstarted?rc=WELCOME",
    });
    expect(languageChange.status).toBe(303);
    expect(languageChange.location).toMatch(/^\/pl\/registration\/formstarted\?rc=WELCOME&cookies=\w+$/);
    const { body } = await visitor.followRedirect(languageChange);
    expect(attributeOf(body, 'lang="', "lang")).toBe("pl-PL");
    expect(textOf(body)).toContain(translatorFor("pl")("registration:cookies.notice"));
  });
});

it("language button returns the typed values in the new language to an old browser without cookies", async () => {
  const { send, visitor } = newVisitor("old");
  const form = await visitor.get(`${formPath}?rc=WELCOME`);
  const fields = { ...readFields(form.body), firstname: "Zoë", locale: "de" };
  const germanPage = await send(formActionOf(form.body), fields);
  expect(germanPage.status).toBe(200);
  expect(germanPage.body).toContain('<html lang="de-DE"');
  expect(attributeOf(germanPage.body, 'name="firstname"', "value")).toBe("Zoë");
});

it("language button returns the typed values in the new language to a modern browser, through a 307 redirect", async () => {
  const { visitor, send } = newVisitor("modern");
  const form = await visitor.get(`${formPath}?rc=WELCOME`);
  const fields = { ...readFields(form.body), ...filledForm(form.body, "zoe@example.com"), lastname: "" };
  const returnTo = formActionOf(form.body);
  const languageChange = await send("/en/language", { ...fields, locale: "de", returnTo });
  // After the redirect, the browser submits the same form to the new address (RFC 9110, section 15.4.8).
  expect(languageChange.status).toBe(307);
  expect(languageChange.location).toMatch(/^\/de\/registration\/formstarted\?rc=WELCOME&cookies=\w+$/);
  const germanForm = await send(languageChange.location ?? "", { ...fields, locale: "de", returnTo });
  expect([germanForm.status, textsOf(germanForm.body, "title")]).toEqual([
    200,
    ["Konto anlegen – Velvetgate"],
  ]);
  expect(readFields(germanForm.body)).toMatchObject({
    firstname: "Zoë",
    email: "zoe@example.com",
    terms: "on",
  });
});

describe("browser with cookies", () => {
  it("gets no notice about cookies, and no draft in URLs", async () => {
    const visitor = createHttpVisitor(site);
    const codeResponse = await visitor.post("/en", { intent: "check-code", registrationCode: "WELCOME" });
    const form = await visitor.followRedirect(codeResponse);
    expect(textOf(form.body)).not.toContain(t("registration:cookies.notice"));
    expect(formActionOf(form.body)).toBe(formPath);
    const registration = await visitor.post(formPath, {
      ...readFields(form.body),
      ...filledForm(form.body, newEmail()),
    });
    expect(registration.location).toBe("/en/registration/formfinished");
    const secondCodeResponse = await visitor.post("/en", {
      intent: "check-code",
      registrationCode: "WELCOME",
    });
    expect(secondCodeResponse.location).toBe(formPath);
  });

  it("gets no notice about cookies if the cookie check in the URL is an hour old", async () => {
    const hourOldTime = Math.floor(Date.now() / 1000 - 3600).toString(36);
    const form = await createHttpVisitor(site).get(`${formPath}?rc=WELCOME&cookies=${hourOldTime}`);
    expect(form.status).toBe(200);
    expect(textOf(form.body)).not.toContain(t("registration:cookies.notice"));
  });

  it("cannot register with another browser's token if it sends no Origin header", async () => {
    const otherVisitorsForm = await createHttpVisitor(site).get(`${formPath}?rc=WELCOME`);
    const visitor = createHttpVisitor(site);
    await visitor.get(`${formPath}?rc=WELCOME`);
    const emailAddress = newEmail();
    const rejectedForm = await visitor.oldBrowser.post(
      formPath,
      filledForm(otherVisitorsForm.body, emailAddress),
    );
    expect(rejectedForm.status).toBe(422);
    expect(textOf(rejectedForm.body)).toContain(t("errors:expired.form"));
    expect(await site.fetchMailsTo(emailAddress)).toEqual([]);
  });
});

describe("page that needs a draft", () => {
  it.each(["", "?state=", "?state=forged", "?state=a.b.c.d.e"])(
    "redirects to the start of its flow if the query '%s' contains no valid draft",
    async (query) => {
      const visitor = createHttpVisitor(site, {}, false);
      for (const path of ["formfinished", "registrationformemailpendingcomplete", "formstarted"]) {
        const response = await visitor.get(`/en/registration/${path}${query}`);
        expect([path, response.status, response.location]).toEqual([path, 303, "/en"]);
      }
      const confirmedPage = await visitor.get(`/en/membership-interest/confirmation${query}`);
      expect(confirmedPage.location).toBe("/en/membership-interest/apply");
    },
  );
});

describe.each(localeCodes)("privacy form in %s", (locale) => {
  const messages = translatorFor(locale);

  it("shows a message in an old browser without cookies, since the choices cannot be saved", async () => {
    const visitor = createHttpVisitor(site, {}, false);
    const questionPage = await visitor.oldBrowser.post(`/${locale}/consent`, {
      choice: "all",
      returnTo: `/${locale}`,
    });
    expect(textsOf(questionPage.body, "h1")).toEqual([messages("pages:choice.heading")]);
    const formToken = readHiddenField(questionPage.body, "formToken");
    const confirmedFields = { formToken, analytics: "on", marketing: "on", returnTo: `/${locale}` };
    const response = await visitor.oldBrowser.post(`/${locale}/consent`, confirmedFields);
    expect(textsOf(response.body, "h1")).toEqual([messages("pages:choice.notKept.heading")]);
    expect(textOf(response.body)).toContain(messages("pages:choice.notKept.body"));
  });
});
