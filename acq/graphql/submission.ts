import { randomUUID } from "node:crypto";
import { findAccount } from "../db/accounts";
import { ACTIVATION_MS, lastMailed, newActivation, sendActivationEmail } from "../mail/activation-email";
import type { Acq } from "./call";
import {
  balanceErrors,
  type Code,
  codeErrors,
  findCode,
  optionsOf,
  type RegistrationCodeError,
  timestampErrors,
} from "../db/codes";
import { emailKey } from "../email";
import { storedColumns } from "../db/stored-fields";
import { badFields, type RegistrationInput } from "./registration-input";
import { addRegistration, discardPending, type RegistrationStatus } from "../db/registrations";

export interface RegistrationResult {
  status: RegistrationStatus;
  registrationId: string | null;
  errors: RegistrationCodeError[];
}

/**
 * Registers a visitor, inside one transaction: what is counted is what is decided on
 * (docs/acq-protocol.md#embedded-acq). A known address is told so whatever the balance, but not with a code that opens
 * no door.
 * @throws GraphQLError BAD_USER_INPUT for a country or legal texts that the code does not offer
 */
export function submitRegistration(acq: Acq, input: RegistrationInput): RegistrationResult {
  const { database } = acq;
  const code = findCode(database, input.registrationCode);
  if (code === undefined) return rejected(["REGISTRATION_CODE_INVALID"]);
  const errors = [...codeErrors(code, acq.now()), ...timestampErrors(acq, code, input.validityTimestamp)];
  if (errors.length > 0) return rejected(errors);
  checkCountry(code, input);

  const known = findAccount(database, "email", emailKey(input.email));
  const creator = findAccount(database, "creator", input.replacesRegistrationId ?? undefined);
  const replaced = creator?.status === "PENDING" && creator.id !== known?.id ? creator : undefined;

  if (known !== undefined) {
    discardPending(database, replaced?.id);
    if (known.status === "ACTIVE") return answer(acq, known.id, "ACTIVE");
    sendActivationEmail(acq, known, input.locale);
    return answer(acq, known.id, "PENDING");
  }

  const full = balanceErrors(database, code, replaced?.invited_with === code.code ? 1 : 0);
  if (full.length > 0) return rejected(full);
  discardPending(database, replaced?.id);
  return answer(acq, createAccount(acq, code, input), "CREATED");
}

function checkCountry(code: Code, input: RegistrationInput): void {
  const option = optionsOf(code).find(({ isoCode }) => isoCode === input.country);
  if (option === undefined) throw badFields("country");
  const { termsPkString, dataPolicyPkString } = input;
  if (termsPkString && termsPkString !== option.termsPkString) throw badFields("termsPkString");
  if (dataPolicyPkString && dataPolicyPkString !== option.dataPolicyPkString) {
    throw badFields("dataPolicyPkString");
  }
}

function createAccount(acq: Acq, code: Code, input: RegistrationInput): string {
  const id = randomUUID();
  const key = emailKey(input.email) ?? input.email;
  const columns = storedColumns.map(({ column }) => column).join(", ");
  const values = storedColumns.map(({ field }) => `:${field}`).join(", ");
  acq.database.run(
    `insert into accounts (id, email, email_key, status, first_name, last_name, country, newsletter, terms_key,
       data_policy_key, locale, invited_with, activation_id, activation_expires_at, created_at, ${columns})
     values (:id, :email, :emailKey, 'PENDING', :firstName, :lastName, :country, :newsletter, :termsKey,
       :dataPolicyKey, :locale, :code, :activationId, :expires, :now, ${values})`,
    {
      ...Object.fromEntries(storedColumns.map(({ field }) => [field, input[field] ?? null])),
      id,
      email: input.email,
      emailKey: key,
      firstName: input.firstName,
      lastName: input.lastName,
      country: input.country,
      newsletter: input.newsletter ? 1 : 0,
      termsKey: input.termsPkString ?? null,
      dataPolicyKey: input.dataPolicyPkString ?? null,
      locale: input.locale,
      code: code.code,
      // An address that was given up and taken again within a minute has the e-mail of before: its link is good again.
      activationId: lastMailed(acq, key)?.activation_id ?? newActivation(),
      expires: acq.now() + ACTIVATION_MS,
      now: acq.now(),
    },
  );
  const created = findAccount(acq.database, "id", id);
  if (created !== undefined) sendActivationEmail(acq, created, input.locale);
  return id;
}

function rejected(errors: RegistrationCodeError[]): RegistrationResult {
  return { status: "REJECTED", registrationId: null, errors };
}

function answer(acq: Acq, accountId: string, status: RegistrationStatus): RegistrationResult {
  return { status, registrationId: addRegistration(acq.database, accountId, status, acq.now()), errors: [] };
}
