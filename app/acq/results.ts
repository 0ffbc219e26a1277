import * as z from "zod";

/**
 * Creates a schema for a GraphQL enum of acq. An unknown value, which acq may have added later, is read as
 * `fallbackValue` (acq.graphql). A value that is not a string is invalid.
 */
export function createEnumSchema<Value extends string>(
  values: readonly Value[],
  fallbackValue: NoInfer<Value>,
): z.ZodType<Value> {
  return z.string().transform((text): Value => values.find((value) => value === text) ?? fallbackValue);
}

/**
 * The maximum lengths of texts from acq, in characters (code points, as zod counts), so that they fit in the draft
 * cookie, in links and in pages.
 */
export const maxAcqTextLengths = {
  registrationId: 255,
  registrationCode: 64,
  validityTimestamp: 512,
  continueUrl: 2048,
  name: 200,
  legalTextKey: 100,
} as const;

/**
 * The maximum length of a percent-encoded token, in characters. The whole Set-Cookie header with a token must fit in
 * 4096 bytes.
 */
const maxAcqTokenLength = 3072;

/**
 * The schema of a token from acq. The token is stored in a cookie, so its percent-encoded form must not be too long.
 */
export const acqTokenSchema = z
  .string()
  .regex(/\S/)
  .refine((token) => encodeURIComponent(token).length <= maxAcqTokenLength);

/**
 * Creates a schema for an optional text in a response. A missing, invalid or too long text becomes null. The call must
 * not fail because of such a text, because acq has already done its work.
 */
export function createOptionalText(maxLength: number): z.ZodType<string | null> {
  return z.string().max(maxLength).nullable().catch(null);
}

/** acq's eight reasons for a code that cannot be used (acq.graphql, RegistrationCodeError). */
const registrationCodeErrors = [
  "CUSTOMIZATION_MISSING",
  "INVITER_INVALID",
  "REFERER_INVALID",
  "REGISTRATION_CODE_BALANCE_LESS_THAN_PENDING_REGISTRATIONS",
  "REGISTRATION_CODE_EXPIRED",
  "REGISTRATION_CODE_INVALID",
  "REGISTRATION_CODE_NO_BALANCE_LEFT",
  "REGISTRATION_TIMESTAMP_MISSING",
] as const;
export type RegistrationCodeError = (typeof registrationCodeErrors)[number];

export const registrationCodeErrorSchema = createEnumSchema(
  registrationCodeErrors,
  "REGISTRATION_CODE_INVALID",
);

/**
 * The reason why a call to acq failed; calls have no other error type (docs/develop/acq-protocol.md#requests). It
 * contains no text of acq. `correlationId` is the error reference that a visitor can quote.
 */
export type AcqFailure =
  | { kind: "graphql"; errorCodes: readonly string[]; correlationId: string }
  /** `retryAfter`: the seconds to wait, as acq or a proxy in front of it requested. */
  | { kind: "network"; status: number | null; correlationId: string; retryAfter?: number }
  | { kind: "timeout"; status: 408; correlationId: string };

export type AcqResult<Data> = { ok: true; data: Data } | { ok: false; failure: AcqFailure };

/** Returns true if acq responded that the caller has no permission (acq.graphql). */
export function isForbidden(failure: AcqFailure): boolean {
  return failure.kind === "graphql" && failure.errorCodes.includes("FORBIDDEN");
}
