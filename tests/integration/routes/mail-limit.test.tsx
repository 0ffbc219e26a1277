import * as formFinished from "~/routes/registration/formfinished/route";
import * as formStarted from "~/routes/registration/formstarted/route";
import * as pending from "~/routes/registration/registrationformemailpendingcomplete/route";
import * as resend from "~/routes/registration/resend/route";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createProblemEntries } from "~/routes/registration/registration-form";
import { getTranslator } from "~/i18n/translator.server";
import { activateElsewhere } from "../live/activate-elsewhere";
import { loadFilledForm, formPath } from "../../support/registration";
import { type Club, startClub } from "../../support/route-context";
import { newVisitor, type Visitor } from "../../support/visitor";

const email = "stranger@example.com";
const pendingPath = "/de/registration/registrationformemailpendingcomplete";
const finishedPath = "/de/registration/formfinished";

let club: Club;
/**
 * acq's clock. It advances by two minutes on each reading, so that acq's own limit of one e-mail a minute never
 * applies.
 */
let time = Date.now();
beforeEach(async () => {
  club = await startClub({}, () => (time += 2 * 60_000));
});
afterEach(() => club.stop());

async function registerVisitor(changes: Record<string, string> = {}, visitor = newVisitor(club)) {
  const form = { ...(await loadFilledForm(visitor)), email, ...changes };
  return { visitor, response: await visitor.post(formStarted, formPath, form) };
}

function requestMail(visitor: Visitor, emailAddress: string) {
  return visitor.post(resend, "/de/registration/resend", { email: emailAddress });
}

describe("limit of one e-mail a minute to one recipient", () => {
  it("applies to all registrations with the same e-mail address, in any spelling", async () => {
    expect((await registerVisitor()).response).toMatchObject({ status: 303, location: finishedPath });
    const changes = [{}, { firstname: "Eve" }, { email: "Stranger@EXAMPLE.com" }, { lastname: "Elsewhere" }];
    for (const changedFields of changes)
      expect((await registerVisitor(changedFields)).response).toMatchObject({
        status: 303,
        location: pendingPath,
      });
    expect(await club.readRecipients()).toEqual([email]);
  });

  it("shows the waiting time on a second registration, and redirects resend and status requests to the resend page", async () => {
    await registerVisitor();
    const { visitor } = await registerVisitor();
    expect(await visitor.get(pending, pendingPath)).toMatchObject({
      data: { sent: { view: "waiting", email, isKnown: false, notice: { kind: "just-sent", seconds: 60 } } },
      events: [{ event: "registration_account_pending" }],
    });
    for (const intent of ["resend", "check"])
      expect(await visitor.post(pending, pendingPath, { intent })).toMatchObject({
        status: 303,
        location: "/de/registration/resend",
      });
    expect(await visitor.post(pending, pendingPath, { intent: "change-email" })).toMatchObject({
      location: formPath,
    });
  });

  it("applies to requests on all pages, and does not change the response of the resend page", async () => {
    const { visitor } = await registerVisitor();
    for (const emailAddress of [email, "STRANGER@example.com", "nobody@example.com", "nobody@example.com"])
      expect(await requestMail(newVisitor(club), emailAddress)).toMatchObject({
        status: 303,
        location: "/de/registration/resend?done=sent",
      });
    await visitor.post(formFinished, finishedPath, { intent: "resend" });
    const { data } = await visitor.get(formFinished, finishedPath);
    expect(data).toMatchObject({ sent: { notice: { kind: "too-early" } } });
    expect(await club.readRecipients()).toEqual([email]);
  });

  it("applies to the registered e-mail address, even if the visitor has typed another address since", async () => {
    const { visitor } = await registerVisitor();
    const invalidForm = { ...(await loadFilledForm(visitor)), email: "other@example.com", terms: "" };
    expect(await visitor.post(formStarted, formPath, invalidForm)).toMatchObject({ status: 422 });
    await visitor.post(formFinished, finishedPath, { intent: "resend" });
    expect(await club.readRecipients()).toEqual([email]);
  });

  it("does not prevent the page from showing that the account is active", async () => {
    const { visitor } = await registerVisitor();
    await activateElsewhere(club);
    expect(await visitor.post(formFinished, finishedPath, { intent: "resend" })).toMatchObject({
      location: `${finishedPath}?done=active`,
    });
  });

  it("allows a registration with a corrected e-mail address, which takes over the place of the first registration", async () => {
    const { visitor } = await registerVisitor();
    await visitor.post(formFinished, finishedPath, { intent: "change-email" });
    expect((await registerVisitor({ email: "right@example.com" }, visitor)).response).toMatchObject({
      location: finishedPath,
    });
    expect((await registerVisitor({ email: "other@example.com" })).response).toMatchObject({
      location: finishedPath,
    });
    // Registers with the first e-mail address again. The code's place now belongs to the second address. Only acq could
    // return the place to the first address, so the site rejects the form.
    const repeatedResponse = (await registerVisitor({}, visitor)).response;
    expect(repeatedResponse).toMatchObject({
      status: 429,
      reply: { problem: { kind: "just-asked", minutes: 1 } },
    });
    expect(await club.readRecipients()).toEqual(["other@example.com", "right@example.com", email]);
  });

  it("does not count a registration that sends no e-mail", async () => {
    for (let count = 0; count < 3; count += 1)
      expect((await registerVisitor({ email: "active@example.com" })).response).toMatchObject({
        location: "/de/registration/registrationformemailactivecomplete",
      });
    await club.failNextCall("submitRegistration");
    expect((await registerVisitor()).response).toMatchObject({ status: 503 });
    expect((await registerVisitor({ firstname: "Eve" })).response).toMatchObject({ location: finishedPath });
  });
});

it("registration just after an e-mail request keeps the form and shows the time to wait", async () => {
  await requestMail(newVisitor(club), email);
  const { response } = await registerVisitor();
  expect(response).toMatchObject({
    status: 429,
    data: { form: { typed: { email, firstname: "Zoë" } } },
    reply: { problem: { kind: "just-asked", minutes: 1 } },
  });
  const [problem] = createProblemEntries(getTranslator("en", "V"), { kind: "just-asked", minutes: 1 });
  expect(problem?.message).toContain("you can send this form again in 1 minute.");
  expect(await club.readRecipients()).toEqual([]);
});
