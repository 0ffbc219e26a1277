import type { LegalTexts } from "./legal-texts";
import { createHash } from "node:crypto";
import type { Acq } from "~/acq/client.server";
import type { AcqFailure } from "~/acq/results";
import { submitRegistration, type RegistrationInput } from "~/acq/operations/submit-registration.server";
import { selectRefusalReason, type Invitation } from "./check-code.server";
import type { RefusalReason } from "./registration-code";
import {
  registrationFields,
  type RegistrationFields,
  type RegistrationFieldsInput,
} from "./registration-fields";

export interface Registration {
  invitation: Invitation;
  fields: RegistrationFields;
  /** The keys of the legal texts that the form showed. */
  legalTexts: LegalTexts;
  locale: string;
  campaign: string | undefined;
  /** The host of the first site on the referrer blocklist from which the visitor came. */
  referrer: string | undefined;
  /** The id of the visitor's own pending registration that this registration replaces, if any. */
  replacedRegistrationId: string | undefined;
  /** The id of the rendered form. It makes the Idempotency-Key the same when the visitor sends the form twice. */
  formId: string;
  /** The member's token that the call to acq contains, if any. */
  memberToken: string | undefined;
}

export type RegistrationOutcome =
  | { status: "created" | "pending"; registrationId: string | null }
  | { status: "active" }
  | { status: "refused"; reason: RefusalReason }
  | { status: "failed"; failure: AcqFailure };

/**
 * Registers a visitor with acq (docs/product/registration.md#registration).
 *
 * @param idempotencyKey - see {@link createRegistrationIdempotencyKey}; acq registers only once with the same key
 */
export async function registerVisitor(
  acq: Acq,
  registration: Registration,
  idempotencyKey: string,
): Promise<RegistrationOutcome> {
  const response = await submitRegistration(acq, createRegistrationInput(registration), idempotencyKey);
  if (!response.ok) return { status: "failed", failure: response.failure };
  const { status, registrationId, errors } = response.data;
  switch (status) {
    case "CREATED":
      return { status: "created", registrationId };
    case "PENDING":
      return { status: "pending", registrationId };
    case "ACTIVE":
      return { status: "active" };
    case "REJECTED":
      return { status: "refused", reason: selectRefusalReason(errors) };
  }
}

/** Returns the Idempotency-Key of a registration. The same form with the same content has the same key. */
export function createRegistrationIdempotencyKey(registration: Registration): string {
  return createIdempotencyKey(
    registration.formId,
    createRegistrationInput(registration),
    registration.memberToken,
  );
}

function createRegistrationInput({
  invitation,
  fields,
  legalTexts,
  locale,
  campaign,
  referrer,
  replacedRegistrationId,
}: Registration): RegistrationInput {
  return {
    registrationCode: invitation.code,
    validityTimestamp: invitation.validityTimestamp,
    ...createFieldsInput(fields),
    ...legalTexts,
    locale,
    replacesRegistrationId: replacedRegistrationId ?? null,
    campaign: campaign ?? null,
    referrer: referrer ?? null,
  };
}

function createFieldsInput(fields: RegistrationFields): RegistrationFieldsInput;
function createFieldsInput(fields: RegistrationFields): Record<string, string | boolean | null> {
  return Object.fromEntries(
    registrationFields.map(({ name, omittedChoice, input }) => {
      const value = fields[name];
      return [input, value === undefined || value === "" || value === omittedChoice ? null : value];
    }),
  );
}

/**
 * Returns an Idempotency-Key. The same form with the same content has the same key, so sending it twice registers once.
 *
 * @param memberToken - the token of the call to acq; acq refuses a key that it has received with another token
 */
export function createIdempotencyKey(formId: string, input: object, memberToken = ""): string {
  return createHash("sha256")
    .update(`${formId}\n${JSON.stringify(input)}\n${memberToken}`)
    .digest("hex");
}
