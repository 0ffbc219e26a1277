import * as z from "zod";
import type { Acq } from "../graphql/call";
import { type CountryOption, createCountryOptions } from "./countries";
import { toDisplayName } from "../shown-name";
import type { Database } from "./database";
import { getSigningSecret } from "./tokens";
import { readValidityTimestamp } from "./validity-timestamp";

export interface RegistrationCodeDetails {
  errors: RegistrationCodeError[];
  errorDetails: { type: RegistrationCodeError; error: string }[];
  invitorName: string | null;
  countryOptions: CountryOption[];
}

/** Resolves the query checkRegistrationCode (docs/product/registration.md#registration-codes). */
export function checkRegistrationCode(
  acq: Acq,
  registrationCode: string,
  validityTimestamp: string | null | undefined,
): RegistrationCodeDetails {
  const code = findCode(acq.database, registrationCode);
  if (code === undefined) return createCodeDetails(["REGISTRATION_CODE_INVALID"], null, []);
  const errors = [
    ...findCodeErrors(code, acq.now()),
    ...findTimestampErrors(acq, code, validityTimestamp),
    ...findBalanceErrors(acq.database, code),
  ];
  return createCodeDetails(
    [...new Set(errors)],
    toDisplayName(code.inviter_name),
    createCodeCountryOptions(code),
  );
}

function createCodeDetails(
  errors: RegistrationCodeError[],
  invitorName: string | null,
  countryOptions: CountryOption[],
): RegistrationCodeDetails {
  const errorDetails = errors.map((type) => ({ type, error: errorDescriptions[type] }));
  return { errors, errorDetails, invitorName, countryOptions };
}

/** Explains each reason to refuse a code, for logs only (acq.graphql, RegistrationCodeErrorDetail). */
const errorDescriptions = {
  CUSTOMIZATION_MISSING: "The code offers no country.",
  INVITER_INVALID: "The inviter may not invite.",
  REFERER_INVALID: "The code may not be used from where the visitor came.",
  REGISTRATION_CODE_BALANCE_LESS_THAN_PENDING_REGISTRATIONS:
    "All remaining places are reserved by pending registrations.",
  REGISTRATION_CODE_EXPIRED: "The code or its link has expired.",
  REGISTRATION_CODE_INVALID: "The code does not exist.",
  REGISTRATION_CODE_NO_BALANCE_LEFT: "The code has no places left.",
  REGISTRATION_TIMESTAMP_MISSING: "The link's validity timestamp is missing or not genuine.",
} as const;

export type RegistrationCodeError = keyof typeof errorDescriptions;

const codeRowSchema = z.object({
  code: z.string(),
  shown: z.string(),
  inviter_name: z.string().nullable(),
  inviter_valid: z.number(),
  referer_allowed: z.number(),
  needs_timestamp: z.number(),
  expires_at: z.number().nullable(),
  balance: z.number(),
  countries: z.string(),
});
const countRowSchema = z.object({ count: z.number() });

export type Code = z.infer<typeof codeRowSchema>;

/** Normalizes a code: case and hyphens do not matter. */
export function normalizeCode(input: string): string {
  return input.replaceAll("-", "").toUpperCase();
}

export function findCode(database: Database, input: string): Code | undefined {
  return database.readRow(codeRowSchema, "select * from codes where code = :code", {
    code: normalizeCode(input),
  });
}

export function createCodeCountryOptions(code: Code): CountryOption[] {
  return createCountryOptions(code.countries.split(" ").filter(Boolean));
}

/** Counts a code's accounts that wait for activation (PENDING) or became members (ACTIVE). */
export function countAccounts(database: Database, code: string, status: "PENDING" | "ACTIVE"): number {
  const sql = "select count(*) as count from accounts where invited_with = :code and status = :status";
  return database.readRow(countRowSchema, sql, { code, status })?.count ?? 0;
}

/** Returns the reasons why a code cannot be used. `findBalanceErrors` checks the code's balance separately. */
export function findCodeErrors(code: Code, now: number): RegistrationCodeError[] {
  const errors: RegistrationCodeError[] = [];
  if (code.countries === "") errors.push("CUSTOMIZATION_MISSING");
  if (!code.inviter_valid) errors.push("INVITER_INVALID");
  if (!code.referer_allowed) errors.push("REFERER_INVALID");
  if (code.expires_at !== null && now >= code.expires_at) errors.push("REGISTRATION_CODE_EXPIRED");
  return errors;
}

/** Returns the errors of a code's validity timestamp. A forged timestamp counts as missing. */
export function findTimestampErrors(
  acq: Acq,
  code: Code,
  timestampText: string | null | undefined,
): RegistrationCodeError[] {
  if (!timestampText) return code.needs_timestamp ? ["REGISTRATION_TIMESTAMP_MISSING"] : [];
  const timestampState = readValidityTimestamp(
    getSigningSecret(acq.database),
    code.code,
    timestampText,
    acq.now(),
  );
  if (timestampState === "forged") return ["REGISTRATION_TIMESTAMP_MISSING"];
  return timestampState === "expired" ? ["REGISTRATION_CODE_EXPIRED"] : [];
}

/**
 * Returns an error if a code has no free place: its balance is used up or reserved by pending registrations.
 *
 * @param placesToBeFreed - the number of reserved places that the same transaction will free
 */
export function findBalanceErrors(
  database: Database,
  code: Code,
  placesToBeFreed = 0,
): RegistrationCodeError[] {
  if (code.balance === 0) return ["REGISTRATION_CODE_NO_BALANCE_LEFT"];
  const freePlaces = code.balance - countAccounts(database, code.code, "PENDING") + placesToBeFreed;
  return freePlaces > 0 ? [] : ["REGISTRATION_CODE_BALANCE_LESS_THAN_PENDING_REGISTRATIONS"];
}
