import { createIdempotencyKey, type Registration } from "~/domain/registration/register-visitor.server";
import { toCodeKey } from "~/request/limits/limit-keys.server";

type RegistrationContent = Pick<Registration, "invitation" | "fields" | "legalTexts" | "formId">;

/** Returns a hash of a form and its content. */
export function hashContent({ invitation, fields, legalTexts, formId }: RegistrationContent): string {
  return createIdempotencyKey(formId, { invitation, fields, legalTexts });
}

/** Returns a hash of the name and the code of a registration. */
export function hashPerson({ invitation, fields }: Pick<Registration, "invitation" | "fields">): string {
  const names = [fields.firstname, fields.lastname].map((name) => name.normalize("NFKC").toLowerCase());
  return createIdempotencyKey("person", { code: toCodeKey(invitation.code), names }).slice(0, 32);
}
