import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { ErrorPage } from "~/ui/components/error-page";
import * as apply from "~/routes/membership-interest/apply/route";
import * as activation from "~/routes/registration/activateaccount/route";
import * as formFinished from "~/routes/registration/formfinished/route";
import * as formStarted from "~/routes/registration/formstarted/route";
import * as landing from "~/routes/landing/route";
import * as resend from "~/routes/registration/resend/route";
import { loadFilledForm, fillForm, formPath } from "../../support/registration";
import { startClub, type Club } from "../../support/route-context";
import { renderView } from "../../support/view-html";
import { newVisitor, collectStatuses, type Visitor } from "../../support/visitor";

let club: Club;
beforeAll(async () => {
  club = await startClub();
});
afterAll(() => club.stop());

const rateLimitedResponse = { status: 429, location: null, data: { minutes: 10 } };
/** The expected response to a rejected form: the form is shown again with its values. */
const createLimitedResponse = (reply: object) => ({ status: 429, location: null, reply });
const createLimitedCodeResponse = (typedCode: string) =>
  createLimitedResponse({ error: "tooMany", minutes: 10, typedCode });
const createLimitedEmailResponse = (typedEmail: string) =>
  createLimitedResponse({ typed: typedEmail, failure: { kind: "too-many", minutes: 10 } });
const limitedFormResponse = {
  ...createLimitedResponse({ problem: { kind: "too-many", minutes: 10 } }),
  data: { form: { typed: { firstname: "Zoë" } } },
};

function typeCode(visitor: Visitor, registrationCode: string) {
  return visitor.post(landing, "/de", { registrationCode });
}

function openLandingLink(visitor: Visitor, code: string) {
  return visitor.get(landing, `/de?rc=${code}`);
}

function openForm(visitor: Visitor, code: string) {
  return visitor.get(formStarted, `${formPath}?rc=${code}`);
}

describe("limit on guessed codes (docs/product/registration.md#registration-codes)", () => {
  it.each([
    ["ten different typed codes", typeCode, 10, 422],
    ["forty different codes in links to the landing page", openLandingLink, 40, 303],
    ["forty different codes in links to the form", openForm, 40, 303],
  ])("rejects further codes after %s", async (_, tryCode, limit, refusal) => {
    const visitor = newVisitor(club);
    const statuses = await collectStatuses(limit, (time) => tryCode(visitor, `guess${time}`));
    expect(new Set(statuses)).toEqual(new Set([refusal]));
    const response = await tryCode(visitor, "one-more");
    expect(response).toMatchObject(
      tryCode === typeCode ? createLimitedCodeResponse("one-more") : rateLimitedResponse,
    );
    expect(response.retryAfter).toSatisfy((seconds: number) => seconds >= 590 && seconds <= 600);
  });

  it("counts typed codes of all visitors from one network together, and codes in links separately", async () => {
    const clientAddress = "2001:db8:1:1::1";
    const visitor = newVisitor(club, clientAddress);
    await collectStatuses(5, (time) => openForm(visitor, `link${time}`));
    expect(await collectStatuses(10, (time) => typeCode(visitor, `typed${time}`))).not.toContain(429);
    expect(await typeCode(newVisitor(club, "2001:db8:1:1::2"), "one-more")).toMatchObject(
      createLimitedCodeResponse("one-more"),
    );
    expect(await typeCode(newVisitor(club, "2001:db8:1:2::1"), "one-more")).toMatchObject({ status: 422 });
  });

  it("rejects every typed code after ten guesses without a call to acq, and keeps the typed code", async () => {
    const visitor = newVisitor(club);
    await collectStatuses(10, (time) => typeCode(visitor, `guess${time}`));
    const countCodeCheck = vi.spyOn(club.services.metrics, "countCodeCheck");
    for (const code of ["one-more", "guess1", "WELCOME", "EXPIRED"]) {
      const { data, ...response } = await typeCode(visitor, code);
      expect(response, code).toMatchObject(createLimitedCodeResponse(code));
      // The response is the landing page without an invitation; the typed code is in its field.
      expect(data).toMatchObject({ invited: undefined });
    }
    expect(countCodeCheck).not.toHaveBeenCalled();
  });

  it("does not affect visitors with a link after ten typed guesses", async () => {
    const visitor = newVisitor(club);
    await collectStatuses(10, (time) => typeCode(visitor, `guess${time}`));
    expect(await openLandingLink(visitor, "WELCOME")).toMatchObject({ status: 200 });
    expect(await typeCode(visitor, "")).toMatchObject({ status: 422, reply: { error: "missing" } });
    const form = await loadFilledForm(visitor);
    expect(await visitor.post(formStarted, formPath, form)).toMatchObject({ status: 303 });
  });

  it("rejects links and registration forms after forty guessed links, but still accepts a typed code", async () => {
    const visitor = newVisitor(club);
    const form = await loadFilledForm(visitor);
    await collectStatuses(40, (time) => openLandingLink(visitor, `guess${time}`));
    expect(await openLandingLink(visitor, "one-more")).toMatchObject(rateLimitedResponse);
    expect(await openLandingLink(visitor, "WELCOME")).toMatchObject(rateLimitedResponse);
    expect(await visitor.post(formStarted, formPath, form)).toMatchObject(limitedFormResponse);
    expect(await typeCode(visitor, "WELCOME")).toMatchObject({ status: 303 });
  });

  it("does not count a code while acq does not respond", async () => {
    const visitor = newVisitor(club);
    for (let time = 0; time < 3; time += 1) {
      await club.failNextCall("checkRegistrationCode");
      expect(await typeCode(visitor, `unanswered${time}`)).toMatchObject({ status: 503 });
      for (const breaker of Object.values(club.services.acqBreakers)) breaker.recordResponse();
    }
    expect(await collectStatuses(10, (time) => typeCode(visitor, `guess${time}`))).not.toContain(429);
  });

  it("counts only codes that acq does not know, and counts a repeated code once", async () => {
    const visitor = newVisitor(club);
    const unusableCodes = ["EMPTY", "PENDING", "EXPIRED", "NOCUSTOM", "NOINVITER", "NEEDSVT"];
    for (const code of [...unusableCodes, ...unusableCodes])
      expect(await typeCode(visitor, code)).toMatchObject({ status: 422 });
    expect(new Set(await collectStatuses(12, () => typeCode(visitor, "same-one")))).toEqual(new Set([422]));
    expect(await typeCode(visitor, "another-one")).toMatchObject({ status: 422 });
  });
});

describe("limit on requests for e-mails", () => {
  it("allows five requests on all pages together", async () => {
    const visitor = newVisitor(club);
    const form = await loadFilledForm(visitor);
    await visitor.post(formStarted, formPath, form);
    const requestResend = () =>
      visitor.post(formFinished, "/de/registration/formfinished", { intent: "resend" });
    const requestResendByEmail = () =>
      visitor.post(resend, "/de/registration/resend", { email: "me@example.com" });
    expect(await collectStatuses(3, requestResend)).toEqual([303, 303, 303]);
    expect(await collectStatuses(2, requestResendByEmail)).toEqual([303, 303]);
    expect(await requestResend()).toMatchObject({
      status: 429,
      location: null,
      data: {
        sent: { view: "waiting", email: form["email"], notice: { kind: "too-many", minutes: 10 } },
      },
    });
    expect(await requestResendByEmail()).toMatchObject(createLimitedEmailResponse("me@example.com"));
  });

  it("does not count requests with an invalid e-mail address", async () => {
    const visitor = newVisitor(club);
    const sendEmailForm = (email: string) => visitor.post(resend, "/de/registration/resend", { email });
    await collectStatuses(6, () => sendEmailForm("nobody"));
    expect(await collectStatuses(6, () => sendEmailForm("me@example.com"))).toEqual([
      303, 303, 303, 303, 303, 429,
    ]);
  });
});

it("limit on membership applications allows five in ten minutes", async () => {
  const visitor = newVisitor(club);
  const sendEmailForm = () =>
    visitor.post(apply, "/de/membership-interest/apply", { email: "me@example.com" });
  expect(await collectStatuses(5, sendEmailForm)).toEqual([303, 303, 303, 303, 303]);
  expect(await sendEmailForm()).toMatchObject(createLimitedEmailResponse("me@example.com"));
});

it("limit on activations allows thirty in ten minutes, and rejects more without a call to acq", async () => {
  const visitor = newVisitor(club);
  const activateAccount = (attemptNumber: number) =>
    visitor.post(activation, "/de/registration/activateaccount", {
      accountActivationId: `id${attemptNumber}`,
    });
  expect(new Set(await collectStatuses(30, activateAccount))).toEqual(new Set([303]));
  expect(await activateAccount(30)).toMatchObject(rateLimitedResponse);
});

describe("failed call to acq", () => {
  it.each([
    {
      description: "applications",
      operation: "submitMembershipInterest",
      limit: 5,
      act: (visitor: Visitor) =>
        visitor.post(apply, "/de/membership-interest/apply", { email: "me@example.com" }),
    },
    {
      description: "requests for activation e-mails",
      operation: "requestActivationEmail",
      limit: 5,
      act: (visitor: Visitor, time: number) =>
        visitor.post(resend, "/de/registration/resend", { email: `unanswered${time}@example.com` }),
    },
    {
      description: "activations",
      operation: "activateAccount",
      limit: 30,
      act: (visitor: Visitor, time: number) =>
        visitor.post(activation, "/de/registration/activateaccount", { accountActivationId: `id${time}` }),
    },
  ])("does not count towards the limit on $description", async ({ operation, limit, act }) => {
    const visitor = newVisitor(club);
    for (let time = 0; time < 3; time += 1) {
      await club.failNextCall(operation);
      expect(await act(visitor, 100 + time)).toMatchObject({ status: 503 });
      for (const breaker of Object.values(club.services.acqBreakers)) breaker.recordResponse();
    }
    expect(new Set(await collectStatuses(limit, (time) => act(visitor, time)))).toEqual(new Set([303]));
    expect(await act(visitor, limit)).toMatchObject({ status: 429 });
  });

  it("does not count towards the limit of registrations", async () => {
    const visitor = newVisitor(club);
    const sendEmailForm = async (time: number) =>
      visitor.post(formStarted, formPath, {
        ...(await loadFilledForm(visitor)),
        email: `failed${time}@example.com`,
      });
    for (let time = 0; time < 3; time += 1) {
      await club.failNextCall("submitRegistration");
      expect(await sendEmailForm(100 + time)).toMatchObject({ status: 503 });
      for (const breaker of Object.values(club.services.acqBreakers)) breaker.recordResponse();
    }
    expect(await collectStatuses(20, sendEmailForm)).not.toContain(429);
  });
});

describe("limit on registrations", () => {
  it("allows twenty registrations from one IP address, and keeps the values of the next, rejected form", async () => {
    const clientAddress = "198.51.100.7";
    await collectStatuses(20, async () => {
      const visitor = newVisitor(club, clientAddress);
      return visitor.post(formStarted, formPath, await loadFilledForm(visitor));
    });
    const visitor = newVisitor(club, clientAddress);
    const form = await loadFilledForm(visitor);
    expect(await visitor.post(formStarted, formPath, form)).toMatchObject(limitedFormResponse);
    expect(await club.readRecipients()).not.toContain(form["email"]);
    expect(await visitor.get(formStarted, formPath)).toMatchObject({
      status: 200,
      data: { form: { typed: { firstname: "Zoë", email: form["email"] } } },
    });
  });

  it("allows no second e-mail for a form that is sent again with a forged member's token", async () => {
    const visitor = newVisitor(club, "198.51.100.9");
    const form = await loadFilledForm(visitor);
    await visitor.post(formStarted, formPath, form);
    visitor.cookies.set("auth.token", "no.member.token");
    const response = await visitor.post(formStarted, formPath, form);
    expect(response).toMatchObject({
      status: 303,
      location: "/de/registration/registrationformemailpendingcomplete",
    });
  });

  it("counts a registration only if the form is valid", async () => {
    const visitor = newVisitor(club);
    const form = await loadFilledForm(visitor);
    let { formToken = "" } = form;
    for (let time = 0; time < 21; time += 1) {
      const invalidForm = { ...form, formToken, firstname: "" };
      formToken = fillForm(await visitor.post(formStarted, formPath, invalidForm))["formToken"] ?? "";
    }
    expect(await visitor.post(formStarted, formPath, { ...form, formToken })).toMatchObject({ status: 303 });
  });
});

describe("rate limit page", () => {
  it.each([
    [{ minutes: 10 }, "Please try again in 10 minutes."],
    [{ minutes: 1 }, "Please try again in 1 minute."],
    [null, "Please wait a little before you try again."],
  ])("shows the waiting time if the time is known: %j", (details, text) => {
    expect(renderView(<ErrorPage status={429} data={details} />)).toContain(text);
  });
});
