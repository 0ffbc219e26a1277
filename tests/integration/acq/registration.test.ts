import { readFileSync } from "node:fs";
import { buildSchema, isInputObjectType } from "graphql";
import { describe, expect, it } from "vitest";
import { parseRegistrationInput, registrationInputSchema } from "../../../acq/graphql/registration-input";
import {
  activateAccount,
  submitRegistration,
  findNewestActivationId,
  createRegistrationInput,
  register,
  queryRegistrationStatus,
} from "./support/operations";
import { minuteMs, startTestAcq } from "./support/test-acq";

it("submitRegistration returns CREATED for a new e-mail address and sends an e-mail", async () => {
  const acq = await startTestAcq();
  const { status, registrationId, errors } = await register(acq, { email: "new@example.com" });
  expect([status, errors]).toEqual(["CREATED", []]);
  expect(await queryRegistrationStatus(acq, registrationId)).toEqual({ registrationId, status: "CREATED" });
  expect(await acq.outbox()).toMatchObject([{ to: "new@example.com" }]);
});

it("submitRegistration returns PENDING and a new id for a pending e-mail address, and sends another e-mail", async () => {
  const acq = await startTestAcq();
  const firstRegistration = await register(acq, { email: "Same@Example.com" });
  acq.clock.advance(minuteMs);
  const secondRegistration = await register(acq, { email: "sAME@eXAMPLE.COM", locale: "fr" });
  expect(secondRegistration).toMatchObject({ status: "PENDING", errors: [] });
  expect(secondRegistration.registrationId).not.toBe(firstRegistration.registrationId);
  const [secondMail, firstMail] = await acq.outbox();
  expect(secondMail?.links[0]).toContain("/fr/registration/activateaccount?");
  expect(new URL(secondMail?.links[0] ?? "").search).toBe(new URL(firstMail?.links[0] ?? "").search);
});

it.each([
  ["active@example.com", "ACTIVE"],
  ["ACTIVE@EXAMPLE.COM", "ACTIVE"],
  ["pending@example.com", "PENDING"],
])("registration with the known e-mail address %s has the status %s", async (email, status) => {
  const acq = await startTestAcq();
  const { registrationId } = await register(acq, { email });
  expect(await queryRegistrationStatus(acq, registrationId)).toMatchObject({ status });
  expect(await acq.outbox()).toHaveLength(status === "PENDING" ? 1 : 0);
});

it("submitRegistration returns a known account's status even for a code without places, but rejects unusable codes", async () => {
  const acq = await startTestAcq();
  for (const registrationCode of ["EMPTY", "PENDING"]) {
    expect(await register(acq, { email: "active@example.com", registrationCode })).toMatchObject({
      status: "ACTIVE",
    });
    expect(await register(acq, { email: "pending@example.com", registrationCode })).toMatchObject({
      status: "PENDING",
    });
  }
  for (const registrationCode of ["UNKNOWN", "EXPIRED", "NOINVITER", "NEEDSVT"]) {
    expect(await register(acq, { email: "active@example.com", registrationCode })).toMatchObject({
      status: "REJECTED",
    });
  }
});

it.each([
  ["UNKNOWN", "REGISTRATION_CODE_INVALID"],
  ["EXPIRED", "REGISTRATION_CODE_EXPIRED"],
  ["EMPTY", "REGISTRATION_CODE_NO_BALANCE_LEFT"],
  ["PENDING", "REGISTRATION_CODE_BALANCE_LESS_THAN_PENDING_REGISTRATIONS"],
  ["NOCUSTOM", "CUSTOMIZATION_MISSING"],
  ["NOREFERER", "REFERER_INVALID"],
  ["NEEDSVT", "REGISTRATION_TIMESTAMP_MISSING"],
])(
  "submitRegistration with the code %s returns REJECTED with %s and stores nothing",
  async (registrationCode, error) => {
    const acq = await startTestAcq();
    expect(await register(acq, { registrationCode })).toEqual({
      status: "REJECTED",
      registrationId: null,
      errors: [error],
    });
    expect(await acq.outbox()).toEqual([]);
  },
);

it("registration ids cannot be used as activation ids, and vice versa", async () => {
  const acq = await startTestAcq();
  const { registrationId } = await register(acq);
  const activationId = await findNewestActivationId(acq);
  expect(registrationId).not.toBe(activationId);
  expect(await activateAccount(acq, registrationId ?? "")).toMatchObject({ status: "NOT_FOUND" });
  expect(await queryRegistrationStatus(acq, activationId)).toBeNull();
});

describe("submitRegistration with invalid input", () => {
  it.each<[string, unknown]>([
    ["email", "no address"],
    ["email", "a@b@c"],
    ["email", `${"a".repeat(250)}@example.com`],
    ["email", "a@example.com\r\nBcc: b@example.com"],
    ["firstName", "   "],
    ["firstName", "x".repeat(101)],
    ["lastName", ""],
    ["lastName", "line\nbreak"],
    ["lastName", "line\u2028break"],
    ["firstName", "\u202etxet"],
    ["firstName", "Win at www.evil.example now"],
    ["firstName", "evil4u.example"],
    ["lastName", "https://x"],
    ["country", "US"],
    ["country", "de"],
    ["birthday", "1990-02-30"],
    ["termsAccepted", false],
    ["termsPkString", "terms-fr"],
    ["dataPolicyPkString", "privacy-fr"],
    ["locale", "no locale"],
    ["locale", "../de"],
  ])("returns a GraphQL error that names the field but not the value: %s %j", async (field, value) => {
    const acq = await startTestAcq();
    expect(await submitRegistration(acq, createRegistrationInput({ [field]: value }))).toMatchObject({
      errors: [{ message: `Not valid: ${field}.`, extensions: { code: "BAD_USER_INPUT" } }],
    });
    expect(await acq.outbox()).toEqual([]);
  });

  it("returns a GraphQL error for a country that only other codes allow", async () => {
    const acq = await startTestAcq();
    const input = createRegistrationInput({ registrationCode: "VIP2026", country: "FR" });
    expect(await submitRegistration(acq, input)).toMatchObject({
      errors: [{ extensions: { code: "BAD_USER_INPUT" } }],
    });
  });
});

it.each<Record<string, unknown>>([
  { gender: null },
  { firstName: "李", lastName: "D’Arc-Müller Jr." },
  { firstName: "J.R.R. Dr. med.", lastName: "St. John" },
  { email: "jo@bücher.example" },
  { postalCode: "80331", birthday: "1990-02-28", campaign: "social", referrer: "example.org" },
  { country: "CH", termsPkString: "terms-ch", dataPolicyPkString: "privacy-ch" },
])("submitRegistration accepts %j", async (changes) => {
  const acq = await startTestAcq();
  expect(await register(acq, changes)).toMatchObject({ status: "CREATED" });
});

it("every field of RegistrationInput in acq.graphql has a rule in registration-input.ts or stored-fields.ts", () => {
  const inputType = buildSchema(readFileSync("acq/acq.graphql", "utf8")).getType("RegistrationInput");
  const fields = isInputObjectType(inputType) ? Object.keys(inputType.getFields()) : [];
  expect([...registrationInputSchema.keyof().options].sort()).toEqual(fields.sort());
});

it("parseRegistrationInput names the field when it rejects a field without a rule", () => {
  const input = createRegistrationInput({ shoeSize: "42" });
  expect(() => parseRegistrationInput(input)).toThrow("Not valid: shoeSize.");
});
