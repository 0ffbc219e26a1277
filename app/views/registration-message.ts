import type { MessageKey, MessageValues, Translate } from "~/i18n/translator";

const messages = [
  "registration:gender.required",
  "registration:firstname.required",
  "registration:lastname.required",
  "registration:name.characters",
  "registration:name.tooLong",
  "registration:email.invalid",
  "registration:country.required",
  "registration:country.unavailable",
  "registration:terms.required",
  "registration:terms.changed",
  "registration:email.suggestion",
  "registration:postalCode.invalid",
  "registration:bday.invalid",
] as const satisfies readonly MessageKey[];

/** A field's first message in the visitor's language; schemas speak in keys of the area "registration". */
export function registrationMessage(
  t: Translate,
  errors: readonly string[] | undefined,
  values?: MessageValues,
): string | undefined {
  const key = messages.find((message) => message.replace("registration:", "") === errors?.[0]);
  return key && t(key, values);
}
