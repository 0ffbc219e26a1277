import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import * as formFinished from "~/routes/registration/formfinished/route";
import * as formStarted from "~/routes/registration/formstarted/route";
import * as landing from "~/routes/landing/route";
import * as resend from "~/routes/registration/resend/route";
import { loadFilledForm, fillForm, formPath } from "../../support/registration";
import { startClub, type Club } from "../../support/route-context";
import { newVisitor, type Visitor } from "../../support/visitor";

let club: Club;
beforeAll(async () => {
  club = await startClub();
});
afterAll(() => club.stop());

const tokenSchema = z.object({ formToken: z.string() });
const finishedRedirect = { status: 303, location: "/de/registration/formfinished" };

describe("registration form (docs/product/registration.md#registration)", () => {
  it("registers only once if it is submitted several times", async () => {
    const visitor = newVisitor(club);
    const form = await loadFilledForm(visitor);
    const responses = await Promise.all([1, 2, 3].map(() => visitor.post(formStarted, formPath, form)));
    for (const response of responses) expect(response).toMatchObject(finishedRedirect);
    expect((await club.readRecipients()).filter((recipient) => recipient === form["email"])).toHaveLength(1);
  });

  it("accepts another country if the form contained that country's legal texts", async () => {
    const visitor = newVisitor(club);
    const form = await loadFilledForm(visitor);
    expect(await visitor.post(formStarted, formPath, { ...form, country: "FR" })).toMatchObject(
      finishedRedirect,
    );
    expect(await club.readRecipients()).toContain(form["email"]);
  });

  it("treats an optional field with only spaces as empty", async () => {
    const visitor = newVisitor(club);
    const form = await loadFilledForm(visitor);
    expect(await visitor.post(formStarted, formPath, { ...form, postalCode: "  " })).toMatchObject(
      finishedRedirect,
    );
  });

  it.each([
    ["contains an outdated text", "FR,terms-old,privacy-fr"],
    ["lacks the chosen country", "DE,terms-de,privacy-de"],
    ["has an invalid format", "FR,%,privacy-fr"],
    ["is empty", ""],
  ])("appears again with the typed values if its list of legal texts %s", async (_, legalTexts) => {
    const visitor = newVisitor(club);
    const form = await loadFilledForm(visitor);
    const initialValue = { firstname: "Zoë", country: "FR" };
    expect(await visitor.post(formStarted, formPath, { ...form, country: "FR", legalTexts })).toMatchObject({
      status: 422,
      reply: { reply: { error: { terms: ["terms.changed"] }, initialValue } },
    });
    expect(await club.readRecipients()).not.toContain(form["email"]);
  });

  it("uses the invitation of its own tab even if another tab has opened a different invitation", async () => {
    const visitor = newVisitor(club);
    const firstForm = await loadFilledForm(visitor, "WELCOME");
    await loadFilledForm(visitor, "VIP2026");
    expect(await visitor.post(formStarted, formPath, { ...firstForm, firstname: "" })).toMatchObject({
      status: 422,
      data: { inviter: "Anna" },
    });
  });

  it("shows an error in the page title, and a later visit continues from the draft", async () => {
    const visitor = newVisitor(club);
    const form = await loadFilledForm(visitor);
    expect(await visitor.post(formStarted, formPath, { ...form, lastname: "" })).toMatchObject({
      status: 422,
      data: { page: { title: "Fehler: Konto anlegen – Velvetgate" } },
    });
    expect(await visitor.get(formStarted, formPath)).toMatchObject({
      status: 200,
      data: { inviter: "Anna", form: { typed: { firstname: "Zoë", email: form["email"] } } },
    });
  });

  it("redirects a visitor without a code to the deny page", async () => {
    const denyRedirect = { status: 303, location: "/de/registration/deny?reason=invalid" };
    const visitor = newVisitor(club);
    visitor.cookies.set("lang", "de");
    expect(await visitor.get(formStarted, formPath)).toMatchObject(denyRedirect);
    expect(await visitor.post(formStarted, formPath, { email: "a@b.de" })).toMatchObject(denyRedirect);
  });

  it("redirects to the landing page if a request has neither a code nor cookies", async () => {
    expect(await newVisitor(club).get(formStarted, formPath)).toMatchObject({ status: 303, location: "/de" });
  });

  it("answers 403 if neither form token nor draft names the invitation, and keeps the typed values", async () => {
    const visitor = newVisitor(club);
    const responsePromise = visitor.post(formStarted, formPath, {
      formToken: "old",
      firstname: "Zoë",
      email: "a@b.de",
    });
    expect(await responsePromise).toMatchObject({ status: 403 });
    expect(await visitor.get(formStarted, `${formPath}?rc=WELCOME`)).toMatchObject({
      data: { form: { typed: { firstname: "Zoë" } } },
    });
  });

  it.each([
    ["stays ticked for the same texts", undefined, "on"],
    ["is not ticked for different texts", "DE,terms-old,privacy-de", undefined],
  ])("appears again after an error, and its agreement checkbox %s", async (_, legalTexts, terms) => {
    const visitor = newVisitor(club);
    const form = await loadFilledForm(visitor);
    const fields = { ...form, ...(legalTexts && { legalTexts }), country: "DE", lastname: "" };
    expect(await visitor.post(formStarted, formPath, fields)).toMatchObject({ status: 422 });
    const formPage = await visitor.get(formStarted, formPath);
    expect(formPage).toMatchObject({ data: { form: { typed: { country: "DE", firstname: "Zoë", terms } } } });
  });

  it("redirects active accounts and rejected codes to separate pages", async () => {
    const visitor = newVisitor(club);
    const activeForm = { ...(await loadFilledForm(visitor)), email: "active@example.com" };
    expect(await visitor.post(formStarted, formPath, activeForm)).toMatchObject({
      location: "/de/registration/registrationformemailactivecomplete",
    });
    expect(await newVisitor(club).get(formStarted, `${formPath}?rc=EMPTY`)).toMatchObject({
      location: "/de/registration/deny?reason=no-balance",
    });
  });

  it("releases the place reserved by a registration when its e-mail address is corrected", async () => {
    const visitor = newVisitor(club);
    await visitor.post(formStarted, formPath, await loadFilledForm(visitor, "LASTONE"));
    const emailChangeResponse = await visitor.post(formFinished, "/de/registration/formfinished", {
      intent: "change-email",
    });
    expect(emailChangeResponse).toMatchObject({ status: 303, location: formPath });
    const secondForm = fillForm(await visitor.get(formStarted, `${formPath}?rc=WELCOME`));
    expect(await visitor.post(formStarted, formPath, secondForm)).toMatchObject(finishedRedirect);
    expect(await newVisitor(club).get(formStarted, `${formPath}?rc=LASTONE`)).toMatchObject({ status: 200 });
  });
});

describe("probable typo in the e-mail domain", () => {
  it.each(["mail.com", "op.pl", "hotmail.ch"])(
    "does not apply to the domain of a known mail provider: %s",
    async (domain) => {
      const visitor = newVisitor(club);
      const form = { ...(await loadFilledForm(visitor)), email: `zoe.oneill@${domain}` };
      expect(await visitor.post(formStarted, formPath, form)).toMatchObject(finishedRedirect);
    },
  );

  it("leads to one question, and a second submission accepts the address", async () => {
    const visitor = newVisitor(club);
    const form = { ...(await loadFilledForm(visitor)), email: "zoe.oneill@gamil.com" };
    expect(await visitor.post(formStarted, formPath, form)).toMatchObject({
      status: 422,
      reply: {
        reply: { error: { email: ["email.suggestion"] } },
        suggestion: { address: "zoe.oneill@gamil.com", suggestedEmail: "zoe.oneill@gmail.com" },
      },
    });
    expect(await club.readRecipients()).not.toContain("zoe.oneill@gamil.com");
    const confirmedForm = { ...form, questionedEmail: form.email };
    expect(await visitor.post(formStarted, formPath, confirmedForm)).toMatchObject(finishedRedirect);
  });

  it("appears together with all other errors, and a button applies the suggestion", async () => {
    const visitor = newVisitor(club);
    const form = { ...(await loadFilledForm(visitor)), email: "zoe.taken@gamil.com" };
    expect(await visitor.post(formStarted, formPath, { ...form, terms: "" })).toMatchObject({
      reply: { reply: { error: { email: ["email.suggestion"], terms: ["terms.required"] } } },
    });
    const acceptedForm = { ...form, suggestedEmail: "zoe.taken@gmail.com" };
    expect(await visitor.post(formStarted, formPath, acceptedForm)).toMatchObject(finishedRedirect);
    expect(await club.readRecipients()).toContain("zoe.taken@gmail.com");
  });

  it.each([
    ["acq does not respond", 503],
    ["too many codes were guessed", 429],
  ])("leads to a question even if the submission fails because %s", async (_description, status) => {
    const visitor = newVisitor(club);
    const form = { ...(await loadFilledForm(visitor)), email: "zoe.beside@gamil.com" };
    if (status === 503) await club.failNextCall("checkRegistrationCode");
    else for (let time = 0; time < 41; time += 1) await visitor.get(landing, `/de?rc=none${time}`);
    expect(await visitor.post(formStarted, formPath, form)).toMatchObject({
      status,
      reply: { reply: { error: { email: ["email.suggestion"] } }, suggestion: { address: form.email } },
    });
    for (const breaker of Object.values(club.services.acqBreakers)) breaker.recordResponse();
  });

  it("leads to only one question, even if the next submission has a different error", async () => {
    const visitor = newVisitor(club);
    const email = "zoe.again@gamil.com";
    const form = { ...(await loadFilledForm(visitor)), email, questionedEmail: email };
    expect(await visitor.post(formStarted, formPath, { ...form, terms: "" })).toMatchObject({
      status: 422,
      reply: { reply: { error: { terms: ["terms.required"] } }, questionedEmail: email },
    });
  });

  it("causes a second question if the visitor then submits a different e-mail address with a typo", async () => {
    const visitor = newVisitor(club);
    const form = { ...(await loadFilledForm(visitor)), email: "zoe.new@gamil.com" };
    expect(
      await visitor.post(formStarted, formPath, { ...form, questionedEmail: "zoe.old@gamil.com" }),
    ).toMatchObject({ status: 422, reply: { questionedEmail: undefined } });
  });

  it("never leads to an e-mail address that the site did not suggest", async () => {
    const visitor = newVisitor(club);
    const form = { ...(await loadFilledForm(visitor)), suggestedEmail: "mallory@example.com" };
    expect(await visitor.post(formStarted, formPath, form)).toMatchObject(finishedRedirect);
    expect(await club.readRecipients()).not.toContain("mallory@example.com");
  });
});

it.each([
  ["a wide at sign and full stop", "zoe.wide＠example．com", "zoe.wide@example.com"],
  ["an ideographic full stop", "zoe.dot@example。com", "zoe.dot@example.com"],
  ["a zero-width space", "zoe.space\u200b@example.com", "zoe.space@example.com"],
])(
  "registration form normalizes an e-mail address that was typed with %s",
  async (_description, email, expectedEmail) => {
    const visitor = newVisitor(club);
    const form = { ...(await loadFilledForm(visitor)), email };
    expect(await visitor.post(formStarted, formPath, form)).toMatchObject(finishedRedirect);
    expect((await club.readRecipients())[0]).toBe(expectedEmail);
  },
);

it.each(["علی\u200cرضا", "क्\u200dष", "Zo\u200bë", "𠮷".repeat(100)])(
  "registration form accepts the name %j",
  async (firstname) => {
    const visitor = newVisitor(club);
    const email = `zoe.${Array.from(firstname).length}.${firstname.codePointAt(0)}@example.com`;
    const form = { ...(await loadFilledForm(visitor)), firstname, email };
    expect(await visitor.post(formStarted, formPath, form)).toMatchObject(finishedRedirect);
  },
);

describe("suspicious registration form", () => {
  it.each<[string, Record<string, string>, Record<string, string>]>([
    ["the hidden trap field was filled", {}, { website: "https://spam.example" }],
    ["it was submitted too soon", { FORM_MIN_SECONDS: "60" }, {}],
  ])(
    "needs a confirmation when %s, and is accepted the second time",
    async (_reason, environment, suspiciousFields) => {
      const strictClub = await startClub(environment);
      const visitor = newVisitor(strictClub);
      const form = { ...(await loadFilledForm(visitor)), ...suspiciousFields };
      const firstResponse = await visitor.post(formStarted, formPath, form);
      expect(firstResponse).toMatchObject({
        status: 422,
        reply: { problem: { kind: "suspicious" }, reply: { initialValue: { lastname: "O’Neill" } } },
      });
      expect(await strictClub.readRecipients()).toEqual([]);

      const confirmedForm = { ...form, formToken: fillForm(firstResponse)["formToken"] ?? "" };
      expect(await visitor.post(formStarted, formPath, confirmedForm)).toMatchObject(finishedRedirect);
      expect(await strictClub.readRecipients()).toEqual([form["email"]]);
      await strictClub.stop();
    },
  );

  it.each<[string, (visitor: Visitor, form: Record<string, string>) => Promise<string>]>([
    ["without a token", () => Promise.resolve("")],
    [
      "with the token of another browser",
      async () => (await loadFilledForm(newVisitor(club)))["formToken"] ?? "",
    ],
    [
      "with the token of another form",
      async (visitor) =>
        tokenSchema.parse((await visitor.get(resend, "/de/registration/resend")).data).formToken,
    ],
  ])("needs a confirmation %s, and is accepted the second time", async (_reason, tokenOf) => {
    const visitor = newVisitor(club);
    const form = await loadFilledForm(visitor);
    const fields = { ...form, formToken: await tokenOf(visitor, form) };
    const firstResponse = await visitor.post(formStarted, formPath, fields);
    expect(firstResponse).toMatchObject({
      status: 422,
      reply: { problem: { kind: "suspicious" }, reply: { initialValue: { lastname: "O’Neill" } } },
    });
    expect(await club.readRecipients()).not.toContain(form["email"]);
    const confirmedForm = { ...fields, formToken: fillForm(firstResponse)["formToken"] ?? "" };
    expect(await visitor.post(formStarted, formPath, confirmedForm)).toMatchObject(finishedRedirect);
    expect(await club.readRecipients()).toContain(form["email"]);
  });

  it("returns with a message if its token is damaged, and registers on the next submission", async () => {
    const visitor = newVisitor(club);
    const form = await loadFilledForm(visitor);
    const fields = { ...form, formToken: `${form["formToken"]}x` };
    const firstResponse = await visitor.post(formStarted, formPath, fields);
    expect(firstResponse).toMatchObject({
      status: 422,
      reply: { problem: { kind: "expired" }, reply: { initialValue: { lastname: "O’Neill" } } },
      data: { page: { title: "Fehler: Konto anlegen – Velvetgate" } },
    });
    expect(await club.readRecipients()).not.toContain(form["email"]);
    const confirmedForm = { ...fields, formToken: fillForm(firstResponse)["formToken"] ?? "" };
    expect(await visitor.post(formStarted, formPath, confirmedForm)).toMatchObject(finishedRedirect);
    expect(await club.readRecipients()).toContain(form["email"]);
  });

  it("needs another confirmation if it is submitted for a different person", async () => {
    const visitor = newVisitor(club);
    const form = { ...(await loadFilledForm(visitor)), website: "https://spam.example" };
    const firstResponse = await visitor.post(formStarted, formPath, form);
    const otherForm = {
      ...form,
      formToken: fillForm(firstResponse)["formToken"] ?? "",
      email: "somebody-else@example.com",
    };
    expect(await visitor.post(formStarted, formPath, otherForm)).toMatchObject({
      status: 422,
      reply: { problem: { kind: "suspicious" } },
    });
    expect(await club.readRecipients()).not.toContain(otherForm.email);
  });

  it("counts the minimum time from its first display, so that a correction after an error needs no confirmation", async () => {
    const strictClub = await startClub({ FORM_MIN_SECONDS: "60" });
    const visitor = newVisitor(strictClub);
    const form = await loadFilledForm(visitor);
    const advanceSeconds = (seconds: number) => {
      const now = Date.now();
      strictClub.services.clock = () => new Date(now + seconds * 1000);
    };
    advanceSeconds(61);
    const firstResponse = await visitor.post(formStarted, formPath, { ...form, terms: "" });
    expect(firstResponse).toMatchObject({ status: 422, reply: { problem: undefined } });
    const repeatedForm = { ...form, formToken: fillForm(firstResponse)["formToken"] ?? "" };
    expect(await visitor.post(formStarted, formPath, repeatedForm)).toMatchObject(finishedRedirect);
    await strictClub.stop();
  });

  it("asks for a confirmation on a page with the usual title instead of an error title", async () => {
    const visitor = newVisitor(club);
    const form = { ...(await loadFilledForm(visitor)), website: "https://spam.example" };
    expect(await visitor.post(formStarted, formPath, form)).toMatchObject({
      data: { inviter: "Anna", page: { title: "Konto anlegen – Velvetgate" } },
    });
  });

  it("shows field errors first, and asks for a confirmation once no errors are left", async () => {
    const visitor = newVisitor(club);
    const form: Record<string, string> = {
      ...(await loadFilledForm(visitor)),
      website: "https://spam.example",
    };
    const firstResponse = await visitor.post(formStarted, formPath, { ...form, terms: "" });
    expect(firstResponse).toMatchObject({
      data: { inviter: "Anna", page: { title: "Fehler: Konto anlegen – Velvetgate" } },
      reply: { problem: undefined, reply: { error: { terms: ["terms.required"] } } },
    });
    const correctedForm = { ...form, formToken: fillForm(firstResponse)["formToken"] ?? "" };
    expect(await visitor.post(formStarted, formPath, correctedForm)).toMatchObject({
      reply: { problem: { kind: "suspicious" } },
    });
    expect(await club.readRecipients()).not.toContain(form["email"]);
  });

  it("accepts a confirmation only with the token of the confirmation question", async () => {
    const strictClub = await startClub({ FORM_MIN_SECONDS: "60" });
    const visitor = newVisitor(strictClub);
    const form = await loadFilledForm(visitor);
    await visitor.post(formStarted, formPath, form);
    expect(await visitor.post(formStarted, formPath, form)).toMatchObject({ status: 422 });
    await strictClub.stop();
  });
});

describe("registration in two steps", () => {
  let leanClub: Club;
  beforeAll(async () => {
    leanClub = await startClub({ FEATURES: "registration-flow=lean" });
  });
  afterAll(() => leanClub.stop());

  const secondPath = `${formPath}?step=2`;

  /** Submits the first step of the lean flow, and returns the fields of the second step. */
  async function openSecondStep(visitor: Visitor, contactFields: Record<string, string>) {
    const { formToken = "", legalTexts = "" } = await loadFilledForm(visitor);
    const firstStep = {
      formToken,
      legalTexts,
      intent: "leanStep1",
      questionedEmail: contactFields["email"] ?? "",
    };
    const secondStepRedirect = { status: 303, location: secondPath };
    expect(await visitor.post(formStarted, formPath, { ...firstStep, ...contactFields })).toMatchObject(
      secondStepRedirect,
    );
    const formPage = await visitor.get(formStarted, secondPath);
    const { email, country } = contactFields;
    expect(formPage).toMatchObject({ data: { form: { flow: "leanStep2", typed: { email, country } } } });
    return { ...fillForm(formPage), ...contactFields };
  }

  const createContactFields = (domain = "example.com") => ({
    email: `zoe${crypto.randomUUID().slice(0, 8)}@${domain}`,
    country: "DE",
  });

  it("asks for the e-mail address, then for all other data, and then registers the visitor", async () => {
    const visitor = newVisitor(leanClub);
    const contactFields = createContactFields();
    const completeForm = await openSecondStep(visitor, contactFields);
    expect(await visitor.post(formStarted, secondPath, completeForm)).toMatchObject(finishedRedirect);
    expect(await leanClub.readRecipients()).toContain(contactFields.email);
  });

  it("returns to the first step with the typed values, by button or browser Back", async () => {
    const visitor = newVisitor(leanClub);
    const contactFields = createContactFields();
    const completeForm = await openSecondStep(visitor, contactFields);
    const firstPageData = { data: { form: { flow: "leanStep1", typed: contactFields } } };
    expect(await visitor.get(formStarted, formPath)).toMatchObject(firstPageData);
    expect(await visitor.post(formStarted, secondPath, { ...completeForm, step: "back" })).toMatchObject({
      status: 303,
      location: formPath,
    });
    expect(await visitor.get(formStarted, formPath)).toMatchObject(firstPageData);
    expect(await visitor.get(formStarted, secondPath)).toMatchObject({
      data: { form: { flow: "leanStep2", typed: { firstname: "Zoë" } } },
    });
  });

  it("does not continue to the second page with an invalid e-mail address", async () => {
    const visitor = newVisitor(leanClub);
    const { formToken = "" } = await openSecondStep(visitor, createContactFields());
    await visitor.post(formStarted, formPath, {
      formToken,
      intent: "leanStep1",
      email: "zoe",
      country: "DE",
    });
    expect(await visitor.get(formStarted, secondPath)).toMatchObject({
      data: { form: { flow: "leanStep1", typed: { email: "zoe" } } },
    });
  });

  it("stays on the second page after an error on that page", async () => {
    const visitor = newVisitor(leanClub);
    const completeForm = await openSecondStep(visitor, createContactFields());
    expect(await visitor.post(formStarted, secondPath, { ...completeForm, lastname: "" })).toMatchObject({
      status: 422,
      data: { form: { flow: "leanStep2", typed: { firstname: "Zoë" } } },
    });
  });

  it("asks only once about a suspected typo in the e-mail address", async () => {
    const visitor = newVisitor(leanClub);
    const contactFields = createContactFields("gmial.com");
    const completeForm = await openSecondStep(visitor, contactFields);
    expect(await visitor.post(formStarted, secondPath, completeForm)).toMatchObject(finishedRedirect);
    expect(await leanClub.readRecipients()).toContain(contactFields.email);
  });

  it.each([
    ["is accepted", 61, finishedRedirect],
    ["needs a confirmation", 59, { status: 422, reply: { problem: { kind: "suspicious" } } }],
  ])(
    "%s %s s after the first page was opened, even if the second page was just opened",
    async (_, seconds, response) => {
      const strictClub = await startClub({ FEATURES: "registration-flow=lean", FORM_MIN_SECONDS: "60" });
      const visitor = newVisitor(strictClub);
      const now = Date.now();
      strictClub.services.clock = () => new Date(now);
      const { formToken = "", email = "" } = await loadFilledForm(visitor);
      strictClub.services.clock = () => new Date(now + seconds * 1000);
      await visitor.post(formStarted, formPath, { formToken, intent: "leanStep1", email, country: "DE" });
      const completeForm = { ...fillForm(await visitor.get(formStarted, secondPath)), email };
      expect(await visitor.post(formStarted, secondPath, completeForm)).toMatchObject(response);
      await strictClub.stop();
    },
  );

  it("measures the time of a second registration from the first page of that registration", async () => {
    const strictClub = await startClub({ FEATURES: "registration-flow=lean", FORM_MIN_SECONDS: "60" });
    const visitor = newVisitor(strictClub);
    const now = Date.now();
    for (const [start, response] of [
      [0, finishedRedirect],
      [61, { status: 422, reply: { problem: { kind: "suspicious" } } }],
    ] as const) {
      strictClub.services.clock = () => new Date(now + start * 1000);
      const { formToken = "", email = "" } = await loadFilledForm(
        visitor,
        start === 0 ? "WELCOME" : "VIP2026",
      );
      if (start === 0) strictClub.services.clock = () => new Date(now + 61_000);
      await visitor.post(formStarted, formPath, { formToken, intent: "leanStep1", email, country: "DE" });
      const completeForm = { ...fillForm(await visitor.get(formStarted, secondPath)), email };
      expect(await visitor.post(formStarted, secondPath, completeForm)).toMatchObject(response);
    }
    await strictClub.stop();
  });

  it("checks only the fields of the first step when that step is submitted", async () => {
    const visitor = newVisitor(leanClub);
    const { formToken = "" } = await loadFilledForm(visitor);
    const response = await visitor.post(formStarted, formPath, {
      formToken,
      intent: "leanStep1",
      email: "zoe",
      country: "",
    });
    expect(response).toMatchObject({
      status: 422,
      reply: { reply: { error: { email: ["email.invalid"], country: ["country.required"] } } },
    });
  });
});
