import { HtmlValidate } from "html-validate";
import { beforeAll, describe, expect, it } from "vitest";
import { pageAddresses } from "../../support/page-addresses";
import { getSharedSite } from "../../support/shared-site";
import type { TestSite } from "../../support/velvetgate";
import { filledForm, readHiddenField, createHttpVisitor, type HttpVisitor } from "./http-visitor";

const validator = new HtmlValidate({
  extends: ["html-validate:recommended"],
  rules: {
    // These rules of the HTML checker are about style, so they are off. React writes attributes and void elements in
    // its own way.
    "attr-case": "off",
    "attribute-boolean-style": "off",
    "attribute-empty-style": "off",
    "void-style": "off",
    // The form for languages contains no submit button: the language buttons belong to the page's main form.
    "wcag/h32": "off",
  },
});

let site: TestSite;
beforeAll(async () => {
  site = await getSharedSite();
});

async function findHtmlFaults(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html);
  const messages = results.flatMap((result) => result.messages);
  return messages.map(({ ruleId, message, line, column }) => `${ruleId} at ${line}:${column}: ${message}`);
}

// The markup is the same in every language: no text contains markup (app/i18n/messages.test.ts).
describe.each(["en", "pl"])("HTML in %s", (localeCode) => {
  it.each(pageAddresses)("passes validation at '%s'", async (path) => {
    const { body } = await createHttpVisitor(site).get(`/${localeCode}${path}`);
    expect(body).toContain(`<html lang="${localeCode}-`);
    expect(await findHtmlFaults(body)).toEqual([]);
  });
});

/** The pages that respond to a submitted form. */
const submissions: [string, (visitor: HttpVisitor) => Promise<{ body: string }>][] = [
  ["an empty code", (visitor) => visitor.post("/de", { intent: "check-code", registrationCode: "" })],
  ["an empty form", (visitor) => sendForm(visitor, { email: "", terms: "" })],
  ["a form during an acq outage", submitFormToDeadAcq],
  ["a registration", (visitor) => sendForm(visitor, {}, "/de/registration/formfinished")],
  [
    "a pending registration",
    (visitor) =>
      sendForm(
        visitor,
        { email: "pending@example.com" },
        "/de/registration/registrationformemailpendingcomplete",
      ),
  ],
  ["an application", applyForMembership],
  ["an empty application", (visitor) => visitor.post("/de/membership-interest/apply", { email: "" })],
  ["a wrong password", (visitor) => visitor.post("/de/login", { email: "a@example.com", password: "x" })],
  ["too many passwords", guessPasswords],
  ["a member’s password", (visitor) => signIn(visitor, "member@example.com", "/de/invite")],
  ["a refused form", (visitor) => visitor.post("/de/login", {}, { Origin: "https://evil.example" })],
  [
    "an administrator’s password",
    (visitor) => signIn(visitor, "admin@example.com", "/de/admin/registrationlinkgenerator"),
  ],
  ["codes for links", generateLinks],
  ["targets for a split link", (visitor) => generateSplit(visitor, "/viral", "WELCOME")],
  ["invalid split targets", (visitor) => generateSplit(visitor, "/admin", "EXPIRED")],
];

it.each(submissions)("HTML shown after %s passes validation", async (_description, submitForm) => {
  const { body } = await submitForm(createHttpVisitor(site));
  expect(body).toContain('<html lang="de-DE"');
  expect(await findHtmlFaults(body)).toEqual([]);
});

async function sendForm(visitor: HttpVisitor, changedFields: Record<string, string>, nextPath?: string) {
  const { body } = await visitor.get("/de/registration/formstarted?rc=WELCOME");
  const fields = { ...filledForm(body, "html@example.com"), ...changedFields };
  const response = await visitor.post("/de/registration/formstarted", fields);
  if (!nextPath) return response;
  expect(response.location).toBe(nextPath);
  return visitor.get(nextPath);
}

async function submitFormToDeadAcq(visitor: HttpVisitor) {
  await site.addFault({ operationName: "submitRegistration", kind: "reset", times: 2 });
  const response = await sendForm(visitor, { email: "dead@example.com" });
  await site.clearFaults();
  expect(response.body).toContain('role="alert"');
  return response;
}

async function applyForMembership(visitor: HttpVisitor) {
  const path = "/de/membership-interest/apply";
  const { body } = await visitor.get(path);
  await visitor.post(path, { formToken: readHiddenField(body, "formToken"), email: "html@example.com" });
  return visitor.get("/de/membership-interest/confirmation");
}

async function guessPasswords(visitor: HttpVisitor) {
  const tryPassword = () => visitor.post("/de/login", { email: "guessed@example.com", password: "x" });
  for (let attempt = 0; attempt < 5; attempt += 1) await tryPassword();
  const response = await tryPassword();
  expect(response.status).toBe(429);
  return response;
}

async function signIn(visitor: HttpVisitor, email: string, returnTo: string) {
  const response = await visitor.post("/de/login", { email, password: "velvetgate", returnTo });
  expect(response.location).toBe(returnTo);
  return visitor.get(returnTo);
}

async function generateLinks(visitor: HttpVisitor) {
  await signIn(visitor, "admin@example.com", "/de/admin/splitgenerator");
  const path = "/de/admin/registrationlinkgenerator";
  const firstResponse = await visitor.post(path, { registrationCode: "VIP2026" });
  const madeLinks = readHiddenField(firstResponse.body, "madeLinks");
  const response = await visitor.post(path, { registrationCode: "WELCOME", madeLinks });
  for (const code of ["WELCOME", "VIP2026"])
    expect(response.body).toContain(`/registration/formstarted?rc=${code}&amp;vt=`);
  return response;
}

async function generateSplit(visitor: HttpVisitor, ...targets: string[]) {
  await signIn(visitor, "admin@example.com", "/de/admin/splitgenerator");
  const fields = targets.flatMap((target, index): [string, string][] => [
    [`target-${index + 1}`, target],
    [`weight-${index + 1}`, "1"],
  ]);
  return visitor.post("/de/admin/splitgenerator", Object.fromEntries(fields));
}
