import { createIdempotencyKey, type Registration } from "~/domain/registration/register-visitor.server";
import type { Draft } from "~/domain/registration/draft-schema.server";
import { toCodeKey } from "~/request/limits/limit-keys.server";

type RegistrationContent = Pick<Registration, "invitation" | "fields" | "legalTexts" | "formId">;

/** Returns a hash of a form and its content. */
export function hashRegistrationContent({
  invitation,
  fields,
  legalTexts,
  formId,
}: RegistrationContent): string {
  return createIdempotencyKey(formId, { invitation, fields, legalTexts });
}

type PersonContent = Pick<Registration, "invitation" | "fields">;

/** Returns hashes of the code and the name of a registration, as parts of a draft. */
export function hashPerson({
  invitation,
  fields,
}: PersonContent): Required<Pick<Draft, "registeredCode" | "registeredName">> {
  const names = [fields.firstname, fields.lastname].map((name) => name.normalize("NFKC").toLowerCase());
  return {
    registeredCode: toCodeKey(invitation.code),
    registeredName: createIdempotencyKey("person", names).slice(0, 32),
  };
}

/**
 * Returns true if a form may replace the registration in the draft. Another person in the same browser must not replace
 * it, so both the name and the code must be the same. After a click on "use another address", one of the two is enough.
 */
export function isSamePerson(draft: Draft, content: PersonContent): boolean {
  const { registeredCode, registeredName } = hashPerson(content);
  const isSameCode = draft.registeredCode === registeredCode;
  const isSameName = draft.registeredName === registeredName;
  return draft.changesAddress ? isSameCode || isSameName : isSameCode && isSameName;
}
