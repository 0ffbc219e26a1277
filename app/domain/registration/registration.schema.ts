import * as z from "zod/mini";
import { normalizeEmail, isEmailAddress } from "./field-rules";
import { isFirstStepIntent, type RegistrationIntent } from "./form-pages";
import {
  type ContactFieldName,
  type RegistrationField,
  registrationFields,
  type RegistrationFields,
  type RegistrationRules,
} from "./registration-fields";

// Prevents zod from testing whether it may compile code. The Content-Security-Policy would report the test as a
// violation.
if (typeof document !== "undefined") z.config({ jitless: true });

/** The schema of forms with an e-mail address only. */
export const emailSchema = z
  .string({ error: "email.invalid" })
  .check(z.overwrite(normalizeEmail), z.refine(isEmailAddress, { error: "email.invalid" }));

/** The content of a registration form: the whole form, or one of its steps. */
type PartialRegistrationFields = Partial<RegistrationFields>;

type FormSchema<Fields> = z.ZodMiniType<Fields, PartialRegistrationFields>;

type ContactFields = Pick<RegistrationFields, ContactFieldName>;

/**
 * Creates the schema of the registration form (docs/product/registration.md#registration), or of its first step, for
 * server and browser. Messages are keys of the namespace "registration".
 */
export function createFormSchema(
  intent: RegistrationIntent,
  rules: RegistrationRules,
): FormSchema<RegistrationFields> | FormSchema<ContactFields>;
export function createFormSchema(intent: RegistrationIntent, rules: RegistrationRules): z.ZodMiniType {
  const fields = registrationFields.filter(
    (field) => !isFirstStepIntent(intent) || field.formSection === "contact",
  );
  return z.object(
    Object.fromEntries(
      fields.map((field) => [
        field.name,
        field.kind === "checkbox" ? createCheckboxSchema(field) : createTextSchema(field, rules),
      ]),
    ),
  );
}

/** Returns true for the content of a whole form, false for the content of a first step. */
export function isCompleteForm(fields: RegistrationFields | ContactFields): fields is RegistrationFields {
  return "terms" in fields;
}

function createCheckboxSchema({ requiredErrorKey }: RegistrationField): z.ZodMiniType {
  if (requiredErrorKey === undefined) return z._default(z.boolean(), false);
  return z
    .boolean({ error: requiredErrorKey })
    .check(z.refine((isTicked) => isTicked, { error: requiredErrorKey }));
}

function createTextSchema(field: RegistrationField, rules: RegistrationRules): z.ZodMiniType {
  const { kind, requiredErrorKey, normalize, validationRules = {} } = field;
  const normalizeText = z.overwrite<string>((input) => {
    const text = kind === "text" ? input.trim() : input;
    return normalize ? normalize(text) : text;
  });
  const text = z.string({ error: requiredErrorKey }).check(normalizeText, ({ value, issues }) => {
    const errorKey =
      value === ""
        ? requiredErrorKey
        : Object.keys(validationRules).find((name) => validationRules[name]?.(value, rules));
    if (errorKey !== undefined) issues.push({ code: "custom", input: value, message: errorKey });
  });
  return requiredErrorKey === undefined ? z.optional(text) : text;
}
