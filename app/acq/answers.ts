import * as z from "zod";

/**
 * An enum of acq's. A value that acq added later reads as the most cautious one (acq.graphql); what is no text
 * at all is no answer.
 */
export function enumAnswer<Value extends string>(
  values: readonly Value[],
  cautious: NoInfer<Value>,
): z.ZodType<Value> {
  return z.string().transform((text): Value => values.find((value) => value === text) ?? cautious);
}

/** How many characters (code points, as zod counts) of acq's there is a place for: in the draft's cookie, in links and on pages. */
export const maxLengths = {
  registrationId: 255,
  registrationCode: 64,
  validityTimestamp: 512,
  continueUrl: 2048,
  name: 200,
  /** A legal text's key. */
  textKey: 100,
} as const;

/** With its cookie's name and attributes a token has to fit into 4096 bytes. */
const longestKeptToken = 3072;

/** A token that its cookie can hold, which says each sign that is none of a cookie's in three or more. */
export const tokenAnswer = z
  .string()
  .regex(/\S/)
  .refine((token) => encodeURIComponent(token).length <= longestKeptToken);

/**
 * A text of acq's that its answer can do without: null where it is missing, no text, or too long. acq has done its work
 * by then, and nothing of what it says of it may fail.
 */
export function optionalText(most: number): z.ZodType<string | null> {
  return z.string().max(most).nullable().catch(null);
}

/** The eight reasons that acq gives for a code that cannot be used (acq.graphql, RegistrationCodeError). */
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
 * Why acq gave no answer: the one error type of a call (docs/acq-protocol.md#requests). acq's own words are in none
 * of them; `correlationId` is the number that a visitor can quote.
 */
export type AcqFailure =
  | { kind: "graphql"; codes: readonly string[]; correlationId: string }
  /** `retryAfter`: seconds after which acq, or what stands before it, wants to be asked again, where it says so. */
  | { kind: "network"; status: number | null; correlationId: string; retryAfter?: number }
  | { kind: "timeout"; status: 408; correlationId: string };

export type AcqAnswer<Data> = { ok: true; data: Data } | { ok: false; failure: AcqFailure };

/** Whether acq answered, and the answer was that whoever asks may not have it (acq.graphql). */
export function isForbidden(failure: AcqFailure): boolean {
  return failure.kind === "graphql" && failure.codes.includes("FORBIDDEN");
}
