import type { Translate } from "~/i18n/translator";

const messages = [
  "gender.required",
  "firstname.required",
  "lastname.required",
  "name.characters",
  "name.tooLong",
  "email.invalid",
  "country.required",
  "country.unavailable",
  "terms.required",
  "terms.changed",
] as const;

/** A field's first message in the visitor's language; schemas speak in keys of the area "registration". */
export function registrationMessage(t: Translate, errors: readonly string[] | undefined): string | undefined {
  const key = messages.find((message) => message === errors?.[0]);
  return key && t(`registration:${key}`);
}
