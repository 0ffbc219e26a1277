import * as root from "~/root";
import * as landing from "~/routes/landing/route";
import * as formstarted from "~/routes/registration/formstarted/route";
import * as broken from "../../support/broken-acq";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { createBreaker } from "~/acq/policy/breaker.server";
import { getTranslator } from "~/i18n/translator.server";
import { ErrorPage } from "~/ui/components/error-page";
import { createProblemEntries } from "~/routes/registration/registration-form";
import { freePort } from "../../support/free-port";
import { type Club, startClub } from "../../support/route-context";
import { renderView } from "../../support/view-html";
import { newVisitor, type Visitor } from "../../support/visitor";
import { createResponseFault, type Fault, createHtmlFault, startBrokenAcq } from "../../support/broken-acq";

const path = "/fr/registration/formstarted";
const failureMessage = "Un problème technique nous empêche de répondre pour le moment.";
const input = {
  gender: "FEMALE",
  firstname: "Zoé",
  lastname: "d’Aubigné",
  email: "zoe@example.com",
  country: "FR",
  newsletter: "on",
  terms: "on",
};

const formPageSchema = z.object({
  form: z.object({
    formToken: z.string(),
    flow: z.string(),
    legalTexts: z.string(),
  }),
});
const failedReplySchema = z.object({
  problem: z.object({ kind: z.literal("failed"), errorId: z.string() }),
});

let club: Club;
beforeAll(async () => {
  club = await startClub();
});
afterAll(() => club.stop());

/** Returns the services of the test site, connected to the acq at this URL instead of the site's acq. */
function startClubWithAcqUrl(url: string, timeoutMs = 15_000): Club {
  const { config } = club.services;
  const acq = { ...config.acq, url, timeoutMs };
  return {
    ...club,
    services: {
      ...club.services,
      config: { ...config, acq },
      acqBreakers: { pageBreaker: createBreaker(), formBreaker: createBreaker() },
    },
  };
}

/**
 * Returns a visitor with the same cookies, on a site that is connected to another acq. This imitates an acq that fails
 * after it has served the form.
 */
function copyVisitor({ cookies }: Visitor, otherClub: Club): Visitor {
  const visitor = newVisitor(otherClub);
  for (const [name, value] of cookies) visitor.cookies.set(name, value);
  return visitor;
}

/** Opens the form on the site with the working acq, and returns its fields. */
async function loadFilledFields(visitor: Visitor): Promise<Record<string, string>> {
  const { form } = formPageSchema.parse((await visitor.get(formstarted, `${path}?rc=WELCOME`)).data);
  const { flow, formToken, legalTexts } = form;
  return { ...input, formToken, intent: flow, legalTexts };
}

function expectFrenchPage(reply: unknown): string {
  const { problem } = failedReplySchema.parse(reply);
  const messages = createProblemEntries(getTranslator("fr", "Velvetgate"), problem);
  return messages.map(({ message }) => message).join(" ");
}

const errors = [{ message: "a word of acq's" }];
const details = { errors: [], errorDetails: [], invitorName: "Anna", countryOptions: [] };

const busyAcqFault = createHtmlFault(503, { "Retry-After": "60" });
const faults: [string, Fault][] = [
  ["resets", broken.resetConnection],
  ["is silent", broken.neverResponse],
  ["sends a byte a second", broken.sendSlowly],
  ["answers 502 HTML", createHtmlFault(502)],
  ["answers 200 HTML", createHtmlFault(200)],
  ["answers truncated JSON", createResponseFault('{"data":{"regis')],
  ["truncates the response", broken.closeEarly],
  ["answers 50 MB", broken.sendTooMuch],
  ["redirects", createResponseFault({}, 302, { Location: "/graphql" })],
  ["answers 503 with a Retry-After of a minute", busyAcqFault],
  ["returns partial data", createResponseFault({ data: { registrationCodeDetails: details }, errors })],
];

describe.each(faults)("registration form when acq %s", (_, fault) => {
  const timeoutMs = fault === broken.neverResponse || fault === broken.sendSlowly ? 400 : 15_000;

  it("appears again in French, with all typed values and an error message", async () => {
    const visitor = newVisitor(club);
    const fields = await loadFilledFields(visitor);
    const acq = await startBrokenAcq(fault);
    const response = await copyVisitor(visitor, startClubWithAcqUrl(acq.url, timeoutMs)).post(
      formstarted,
      path,
      fields,
    );
    expect(response).toMatchObject({ status: 503, location: null, data: { form: { typed: input } } });
    expect(expectFrenchPage(response.reply)).toContain(failureMessage);
    expect(expectFrenchPage(response.reply)).toContain("Tout ce que vous avez saisi a été conservé.");
  });

  it("answers an invitation link with a French error page and a Retry-After header", async () => {
    const acq = await startBrokenAcq(fault);
    const response = await newVisitor(startClubWithAcqUrl(acq.url, timeoutMs)).get(
      formstarted,
      `${path}?rc=WELCOME`,
    );
    expect([response.status, response.retryAfter]).toEqual([503, fault === busyAcqFault ? 60 : 5]);
    const page = renderView(<ErrorPage status={response.status} data={response.data} />, "fr");
    expect(page).toContain(failureMessage);
    expect(page).not.toContain("a word of acq");
  });
});

it("registration form keeps the typed values while acq is unreachable, and works without a restart afterwards", async () => {
  const visitor = newVisitor(club);
  const fields = await loadFilledFields(visitor);
  const unreachableClub = startClubWithAcqUrl(`http://127.0.0.1:${await freePort()}/graphql`);
  const response = await copyVisitor(visitor, unreachableClub).post(formstarted, path, fields);
  expect(response).toMatchObject({ status: 503, data: { form: { typed: input } } });
  expect(expectFrenchPage(response.reply)).toContain(failureMessage);
  expect(await visitor.post(formstarted, path, fields)).toMatchObject({
    status: 303,
    location: "/fr/registration/formfinished",
  });
});

describe("registration form when acq fails after executing submitRegistration", () => {
  let faultyClub: Club;
  afterEach(() => faultyClub.stop());

  async function submitFormWithFault(fault: { kind: string; value?: number; times?: number }) {
    faultyClub = await startClub({ ACQ_TIMEOUT_MS: fault.kind === "delay" ? "1000" : "15000" });
    const visitor = newVisitor(faultyClub);
    const fields = await loadFilledFields(visitor);
    await faultyClub.failNextCall("submitRegistration", { ...fault, when: "after" });
    return { visitor, fields, response: await visitor.post(formstarted, path, fields) };
  }

  it.each([{ kind: "reset" }, { kind: "status", value: 502 }, { kind: "status", value: 503 }])(
    "repeats the call after %j, and does not register twice",
    async (fault) => {
      const { response } = await submitFormWithFault(fault);
      expect(response).toMatchObject({ status: 303, location: "/fr/registration/formfinished" });
      expect(await faultyClub.readRecipients()).toEqual([input.email]);
    },
  );

  it.each([
    [{ kind: "reset", times: 2 }],
    [{ kind: "malformed" }],
    [{ kind: "delay", value: 60_000 }],
    [{ kind: "graphql-error" }],
  ])(
    "appears again with the typed values after %j, and a second submission does not register again",
    async (fault) => {
      const { visitor, fields, response } = await submitFormWithFault(fault);
      expect(response).toMatchObject({ status: 503, location: null, data: { form: { typed: input } } });
      expect(expectFrenchPage(response.reply)).toContain(failureMessage);
      expect(await visitor.post(formstarted, path, fields)).toMatchObject({
        status: 303,
        location: "/fr/registration/formfinished",
      });
      expect(await faultyClub.readRecipients()).toEqual([input.email]);
    },
  );
});

it("landing page without a code is served while acq is down, without a call to acq", async () => {
  const acq = await startBrokenAcq(createHtmlFault(502));
  const visitor = newVisitor(startClubWithAcqUrl(acq.url));
  for (const page of ["/", "/fr", "/de/promo"]) {
    expect(await visitor.get(root, page)).toMatchObject({ status: 200 });
    expect(await visitor.get(landing, page)).toMatchObject({ status: 200 });
  }
  expect([acq.requests.length, acq.connections()]).toEqual([0, 0]);
});

it("circuit breaker stops calls to a failing acq for all visitors, and pages answer 503 at once", async () => {
  const acq = await startBrokenAcq(createHtmlFault(502));
  const failingClub = startClubWithAcqUrl(acq.url);
  const openForm = () => newVisitor(failingClub).get(formstarted, `${path}?rc=WELCOME`);
  await openForm();
  await openForm();
  await openForm();
  const { length } = acq.requests;
  const response = await openForm();
  expect([response.status, response.retryAfter]).toEqual([503, 5]);
  expect(acq.requests).toHaveLength(length);
});
