import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { registrationFields } from "~/domain/registration/registration-fields";
import { startEnvelopeSink, type EnvelopeSink } from "../../support/envelope-sink";
import { createFaultHeaders, startFaultySite, type FaultPlace } from "../../support/faulty-site";
import { freePort } from "../../support/free-port";
import type { Velvetgate } from "../../support/velvetgate";
import { encodeEveryWay } from "../../support/encodings";
import { filledForm, readHiddenField, createHttpVisitor, type HttpVisitor } from "./http-visitor";

const fieldTexts = {
  firstname: "Quillandra-Zoë",
  lastname: "O'Vossmerling",
  email: "Quill.Vossmerling+x@kanarie.example",
  postalCode: "QX84731",
  bday: "1987-03-29",
};
const visitorTexts = {
  ...fieldTexts,
  code: "WELCOME",
  wrongCode: "KANARIE-4711",
  interest: "zweite-Adresse@kanarie.example",
  password: "Vogel & Käfig 77+",
  token: "kanarie.token.0123456789abcdef",
};
const form = "/de/registration/formstarted";

let sentryServer: EnvelopeSink;
let site: Velvetgate;
let metricsPort: number;
let visitor: HttpVisitor;
/** The texts that the test plants in requests, including the texts that acq derives from them. */
const plantedTexts: Record<string, string> = { ...visitorTexts };

beforeAll(async () => {
  sentryServer = await startEnvelopeSink();
  metricsPort = await freePort();
  site = await startFaultySite({
    SENTRY_DSN: sentryServer.dsn,
    LOG_LEVEL: "debug",
    METRICS_PORT: String(metricsPort),
    FEATURES: "seasonal-banner=none,registration-extra-fields=true",
  });
  visitor = createHttpVisitor(site);
  visitor.cookies.set("auth.token", visitorTexts.token);
});
afterAll(async () => {
  await site.stop();
  await sentryServer.stop();
});

/** Returns an error message that contains these values in all forms in which an error message might contain them. */
function createLeakingMessage(...values: string[]): string {
  const encodedForms = values.flatMap((value) => [...encodeEveryWay(value).values()]);
  return `${encodedForms.join(" | ")} ${JSON.stringify(values)} ${Buffer.from(JSON.stringify(values)).toString("base64")}`;
}

/**
 * Requests a page several times, and makes another place in the server's code fail each time. The message of each error
 * contains the visitor's texts.
 */
async function expectFailures(path: string, ...values: string[]): Promise<void> {
  for (const faultPlace of ["loader", "pipeline"] satisfies FaultPlace[])
    expect(
      (
        await visitor.get(
          path,
          createFaultHeaders(faultPlace, createLeakingMessage(visitorTexts.token, ...values)),
        )
      ).status,
    ).toBe(500);
  // If only the page template fails, Remix renders the page, so the status is 200.
  expect(
    (
      await visitor.get(
        path,
        createFaultHeaders("template", createLeakingMessage(visitorTexts.token, ...values)),
      )
    ).status,
  ).toBe(200);
}

async function postWithFailures(
  path: string,
  fields: Record<string, string>,
  ...values: string[]
): Promise<void> {
  const response = await visitor.post(
    path,
    fields,
    createFaultHeaders("action", createLeakingMessage(visitorTexts.token, ...values)),
  );
  expect(response.status).toBe(500);
}

/**
 * Sends the request once for each kind of acq's failure. A GraphQL error counts as a response, so the GraphQL errors
 * between the other failures keep the circuit breaker closed.
 */
async function withFailingAcq(operationName: string, sendRequest: () => Promise<unknown>): Promise<void> {
  for (const kind of [
    "status",
    "graphql-error",
    "malformed",
    "graphql-error",
    "reset",
    "graphql-error",
  ] as const) {
    await site.addFault({ operationName, kind, times: 2, ...(kind === "status" && { value: 502 }) });
    await sendRequest();
    await site.clearFaults();
  }
}

describe("text typed by a visitor", () => {
  it("has an example in this test for every text field of the registration form", () => {
    const textFields = registrationFields.filter(({ kind }) => kind === "text");
    expect(Object.keys(fieldTexts)).toEqual(textFields.map(({ name }) => name));
  });

  it("reaches every step of a registration, with a failure at each step", async () => {
    const { code, wrongCode, lastname, email, password, interest } = visitorTexts;
    await expectFailures(`/de?rc=${code}`, code);
    await withFailingAcq("checkRegistrationCode", () => visitor.get(`/de?rc=${code}`));

    const codeFields = { intent: "check-code", registrationCode: wrongCode };
    await postWithFailures("/de", codeFields, wrongCode);
    expect((await visitor.post("/de", codeFields)).status).toBe(422);

    await expectFailures(`${form}?rc=${code}`, code);
    const formPage = await visitor.get(`${form}?rc=${code}`);
    expect(formPage.headers.get("Referrer-Policy")).toBe("same-origin");
    const fields = { ...filledForm(formPage.body, email), ...fieldTexts };
    await postWithFailures(form, fields, ...Object.values(fieldTexts), code);
    expect((await visitor.post(form, { ...fields, lastname: `${lastname} <9>` })).status).toBe(422);
    await withFailingAcq("submitRegistration", () => visitor.post(form, fields));
    const secondFormPage = await visitor.get(`${form}?rc=${code}`);
    const registration = await visitor.post(form, {
      ...fields,
      formToken: readHiddenField(secondFormPage.body, "formToken"),
    });
    expect(registration.location).toMatch(/^\/de\/registration\/(?:formfinished|registrationformemail)/);

    await visitor.get("/de/registration/formfinished");
    const resendFields = { intent: "resend", email };
    await visitor.post(
      "/de/registration/formfinished",
      resendFields,
      createFaultHeaders("action", createLeakingMessage(email)),
    );
    await withFailingAcq("resendActivationEmail", () =>
      visitor.post("/de/registration/formfinished", resendFields),
    );

    const [mail] = await site.fetchMailsTo(email);
    const link = mail?.links.find((mailLink) => mailLink.includes("accountActivationId"));
    const id = new URL(link ?? "").searchParams.get("accountActivationId") ?? "";
    expect(id.length).toBeGreaterThan(8);
    plantedTexts["activationId"] = id;
    const activationPath = `/de/registration/activateaccount?accountActivationId=${encodeURIComponent(id)}`;
    await expectFailures(activationPath, id);
    await postWithFailures(activationPath, { accountActivationId: id }, id);
    await withFailingAcq("activateAccount", () => visitor.post(activationPath, { accountActivationId: id }));
    expect((await visitor.post(activationPath, { accountActivationId: id })).status).toBe(303);

    await postWithFailures("/de/login", { email, password }, email, password);
    await withFailingAcq("login", () => visitor.post("/de/login", { email, password }));
    await visitor.post("/de/login", { email, password });
    await visitor.post(
      "/de/membership-interest/apply",
      { email: interest },
      createFaultHeaders("action", createLeakingMessage(interest)),
    );
    await withFailingAcq("submitMembershipInterest", () =>
      visitor.post("/de/membership-interest/apply", { email: interest }),
    );
    await visitor.post(
      "/de/registration/resend",
      { email: interest },
      createFaultHeaders("action", createLeakingMessage(interest)),
    );
    for (const cookie of ["draft", "sid"])
      plantedTexts[`cookie ${cookie}`] = visitor.cookies.get(cookie) ?? "";
  });

  it("does not appear in the log, reports or metrics in any encoding", async () => {
    const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    const uncaughtText = createLeakingMessage(...Object.values(visitorTexts));
    await visitor.get("/de?rc=WELCOME", createFaultHeaders("uncaught", uncaughtText)).catch(() => undefined);
    await expect.poll(() => site.log(), { timeout: 10_000 }).toContain("uncaught error: the process exits");
    const hasFatalEvent = () => sentryServer.events().some(({ level }) => level === "fatal");
    await expect.poll(hasFatalEvent, { timeout: 10_000 }).toBe(true);

    const log = site.log().replace(/^ {2}access codes: .*$/m, "");
    expect(log.split("unexpected error").length).toBeGreaterThan(12);
    expect(sentryServer.events().length).toBeGreaterThan(12);
    expect(metrics).toContain("process_cpu");
    expect(findLeaks({ log: createLeakingMessage(visitorTexts.email) })).not.toEqual([]);
    expect(findLeaks({ log, metrics, reports: sentryServer.bodies().join("\n") })).toEqual([]);
  });
});

/** Returns the places where a planted text was found, with the text and its encoding. */
function findLeaks(textsByPlace: Record<string, string>): string[] {
  return Object.entries(textsByPlace).flatMap(([textPlace, text]) =>
    Object.entries(plantedTexts).flatMap(([name, value]) =>
      [...encodeEveryWay(value)].flatMap(([form, encodedText]) =>
        encodedText.length > 4 && text.includes(encodedText)
          ? [`${name} in the ${textPlace}, ${form}: ${excerptAround(text, encodedText)}`]
          : [],
      ),
    ),
  );
}

function excerptAround(text: string, foundText: string): string {
  const index = text.indexOf(foundText);
  return text.slice(Math.max(0, index - 60), index + foundText.length + 20);
}
