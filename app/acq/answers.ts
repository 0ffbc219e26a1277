import * as z from "zod";

/**
 * An enum of acq's. A value that acq added later is read as the most cautious one (acq.graphql). Anything but a text is
 * an invalid answer.
 */
export function enumAnswer<Value extends string>(
  values: readonly Value[],
  cautiousValue: NoInfer<Value>,
): z.ZodType<Value> {
  return z.string().transform((text): Value => values.find((value) => value === text) ?? cautiousValue);
}

/**
 * The maximum lengths of acq's texts, in characters (code points, as zod counts): for the draft cookie, links and
 * pages.
 */
export const maxLengths = {
  registrationId: 255,
  registrationCode: 64,
  validityTimestamp: 512,
  continueUrl: 2048,
  name: 200,
  /** The key of a legal text. */
  textKey: 100,
} as const;

/** A token must fit in 4096 bytes together with its cookie's name and attributes. */
const maxTokenLength = 3072;

/** A token that fits in its cookie. Characters that cookies do not allow take three bytes or more. */
export const tokenAnswer = z
  .string()
  .regex(/\S/)
  .refine((token) => encodeURIComponent(token).length <= maxTokenLength);

/**
 * An optional text in an answer: null if it is missing, invalid or too long. acq has done its work by then, so a text
 * must not make the call fail.
 */
export function optionalText(maxLength: number): z.ZodType<string | null> {
  return z.string().max(maxLength).nullable().catch(null);
}

/** acq's eight reasons for a code that cannot be used (acq.graphql, RegistrationCodeError). */
export const codeErrors = [
  "CUSTOMIZATION_MISSING",
  "INVITER_INVALID",
  "REFERER_INVALID",
  "REGISTRATION_CODE_BALANCE_LESS_THAN_PENDING_REGISTRATIONS",
  "REGISTRATION_CODE_EXPIRED",
  "REGISTRATION_CODE_INVALID",
  "REGISTRATION_CODE_NO_BALANCE_LEFT",
  "REGISTRATION_TIMESTAMP_MISSING",
] as const;
export type CodeError = (typeof codeErrors)[number];

export const codeErrorAnswer = enumAnswer(codeErrors, "REGISTRATION_CODE_INVALID");

/**
 * Why acq gave no answer: the one error type of a call (docs/develop/acq-protocol.md#requests). It contains none of
 * acq's texts; `correlationId` is the reference that a visitor can quote.
 */
export type AcqFailure =
  | { kind: "graphql"; codes: readonly string[]; correlationId: string }
  /** `retryAfter`: seconds to wait, as acq or a proxy in front of it asks. */
  | { kind: "network"; status: number | null; correlationId: string; retryAfter?: number }
  | { kind: "timeout"; status: 408; correlationId: string };

export type AcqAnswer<Data> = { ok: true; data: Data } | { ok: false; failure: AcqFailure };

/** Returns true if acq answered that the caller has no permission (acq.graphql). */
export function isForbidden(failure: AcqFailure): boolean {
  return failure.kind === "graphql" && failure.codes.includes("FORBIDDEN");
}
