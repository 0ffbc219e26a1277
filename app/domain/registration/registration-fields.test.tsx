import { readFileSync } from "node:fs";
import * as formStarted from "~/routes/registration/formstarted/route";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { registrationFields } from "~/domain/registration/registration-fields";
import type { RegistrationFormData } from "~/routes/registration/form-data";
import { RegistrationForm } from "~/routes/registration/registration-form";
import { loadFilledForm, formPath } from "../../../tests/support/registration";
import { type Club, startClub } from "../../../tests/support/route-context";
import { renderView } from "../../../tests/support/view-html";
import { newVisitor } from "../../../tests/support/visitor";

let club: Club;
beforeAll(async () => {
  club = await startClub({ FEATURES: "registration-extra-fields=true" });
});
afterAll(() => club.stop());

const form: RegistrationFormData = {
  action: "/registration/formstarted",
  formToken: "token",
  invitation: { code: "WELCOME", validityTimestamp: "" },
  flow: "default",
  countries: [{ isoCode: "DE", name: "Germany" }],
  legalTexts: "DE,terms,privacy",
  legalLinks: { terms: "/terms", privacy: "/privacy" },
  salutationOptional: false,
  hasExtraFieldsFeature: true,
  popup: undefined,
  isWithoutCookies: false,
  typed: {},
};

describe.each(registrationFields)(
  "field $name",
  ({ name, formSection, requiredErrorKey, validationRules, actionErrorKeys }) => {
    it.each(["default", "leanStep1", "leanStep2"] as const)(
      "appears in every form flow, except that leanStep1 shows only contact fields (flow: %s)",
      (flow) => {
        const html = renderView(<RegistrationForm form={{ ...form, flow }} actionData={undefined} />);
        const isShown = flow !== "leanStep1" || formSection === "contact";
        expect(html.includes(` name="${name}"`)).toBe(isShown);
      },
    );

    it("has one row in the table of docs/product/registration.md", () => {
      const [, section = ""] = readFileSync("docs/product/registration.md", "utf8").split(
        "\n## Registration\n",
      );
      const tableRows = section.split("\n").filter((line) => line.startsWith("|"));
      expect(tableRows.filter((line) => line.split("|")[1]?.includes(`\`${name}\``))).toHaveLength(1);
    });

    const messages = [requiredErrorKey, ...Object.keys(validationRules ?? {}), ...(actionErrorKeys ?? [])];
    it.each(messages.filter((message) => message !== undefined))(
      "shows the message %s at the field and in the error summary",
      (message) => {
        const reply = { status: "error" as const, initialValue: {}, error: { [name]: [message] } };
        const html = renderView(<RegistrationForm form={form} actionData={{ reply }} />);
        expect(html).toContain(`id="main-form-${name}-error"`);
        expect(html).toContain(`href="#main-form-${name}"`);
      },
    );
  },
);

it("every form field keeps the typed value on the redisplayed page and on the next visit", async () => {
  const visitor = newVisitor(club);
  const typedValues = Object.fromEntries(
    registrationFields.map(({ name, kind, choices }) => [
      name,
      kind === "choice" ? (choices?.[0] ?? "DE") : "on",
    ]),
  );
  const sentFields = { ...(await loadFilledForm(visitor)), ...typedValues };
  const redisplayedForm = { status: 422, data: { form: { typed: typedValues } } };
  expect(await visitor.post(formStarted, formPath, sentFields)).toMatchObject(redisplayedForm);
  expect(await visitor.get(formStarted, formPath)).toMatchObject({ ...redisplayedForm, status: 200 });
});
