import { isFieldMessage } from "~/domain/registration/registration-fields";
import type { MessageValues, Translate } from "~/i18n/translator";

/** A field's first message in the visitor's language; schemas speak in keys of the area "registration". */
export function registrationMessage(
  t: Translate,
  errors: readonly string[] | undefined,
  values?: MessageValues,
): string | undefined {
  const message = errors?.[0];
  return message !== undefined && isFieldMessage(message) ? t(`registration:${message}`, values) : undefined;
}
