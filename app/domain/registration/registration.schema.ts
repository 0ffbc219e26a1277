import * as z from "zod/mini";
import { cleanEmail, isEmailAddress } from "./field-rules";
import {
  type ContactFieldName,
  type RegistrationField,
  type RegistrationFieldName,
  registrationFields,
  type RegistrationFields,
  type RegistrationRules,
} from "./registration-fields";

/** A country that the access code offers, with its name in the visitor's language. */
export interface OfferedCountry {
  isoCode: string;
  name: string;
}

/**
 * The form that is shown: the single page ("default"), or a step of the lean flow
 * (docs/product/registration.md#registration).
 */
export type RegistrationFlow = "default" | "leanStep1" | "leanStep2";

/** The data that the registration form is rendered from. */
export interface RegistrationFormData {
  /** The path that the form is sent to, without the URL prefix. */
  action: string;
  formToken: string;
  /**
   * The invitation, which the form also sends in plain fields, because the form's token may expire. A missing timestamp
   * is "".
   */
  invitation: { code: string; validityTimestamp: string };
  flow: RegistrationFlow;
  countries: OfferedCountry[];
  /**
   * The keys of all countries' legal texts in one field, which the form sends back unchanged (see `writeLegalTexts`).
   */
  legalTexts: string;
  /** The URLs of the legal texts, with placeholders that `fillLegalUrl` replaces. */
  legalLinks: { terms: string; privacy: string };
  salutationOptional: boolean;
  /** True if the form shows the extra fields (feature registration-extra-fields). */
  extraFields: boolean;
  /**
   * The path of a landing page that shows the finished message in a dialog after the form was sent
   * (docs/decisions/finished-popup.md). Undefined if a separate page shows the message.
   */
  popup: string | undefined;
  /**
   * True if the browser stores no cookies. Each page of the flow then repeats the input of the other pages in hidden
   * fields.
   */
  isWithoutCookies: boolean;
  typed: Partial<Record<RegistrationFieldName, string | undefined>>;
}

/** The data of the form's first step on the landing page, which has only the contact fields. */
export type FirstStepData = Pick<
  RegistrationFormData,
  "action" | "formToken" | "invitation" | "flow" | "countries" | "legalTexts" | "popup"
> & {
  typed: Record<ContactFieldName, string | undefined>;
};

/** The reason for showing a sent form again, apart from field errors. */
export type FormProblem =
  | { kind: "generic" | "network"; errorId: string }
  /** Too many registrations or codes from the visitor's network. */
  | { kind: "too-many"; minutes: number }
  /**
   * The form was sent faster than people type, or its trap field was filled. The visitor must confirm the form once.
   */
  | { kind: "suspicious" }
  /** The form's token was not accepted. The same form can be sent again. */
  | { kind: "expired" }
  /** acq has just sent an e-mail to this address; `minutes` until the next one. */
  | { kind: "just-asked"; minutes: number };

/**
 * An address with a probable typing error, and the suggested correction. If the visitor sends the same address again,
 * it is accepted.
 */
export interface EmailSuggestion {
  address: string;
  suggestedEmail: string;
}

// Without `jitless`, zod tests whether it may compile code. The Content-Security-Policy reports this test as a
// violation.
if (typeof document !== "undefined") z.config({ jitless: true });

/** The schema of forms with an e-mail address only. */
export const emailSchema = z
  .string({ error: "email.invalid" })
  .check(z.overwrite(cleanEmail), z.refine(isEmailAddress, { error: "email.invalid" }));

/** The content of a registration form: the whole form, or one of its steps. */
type RegistrationInputs = Partial<RegistrationFields>;

type Schema<Fields> = z.ZodMiniType<Fields, RegistrationInputs>;

/**
 * The schema of the registration form (docs/product/registration.md#registration) for server and browser. Messages are
 * keys of the namespace "registration".
 */
export function registrationSchema(rules: RegistrationRules): Schema<RegistrationFields>;
export function registrationSchema(rules: RegistrationRules): z.ZodMiniType {
  return createSchema(registrationFields, rules);
}

type ContactFields = Pick<RegistrationFields, ContactFieldName>;

/** The schema of the lean flow's first step: address and country. */
export function leanStep1Schema(rules: RegistrationRules): Schema<ContactFields>;
export function leanStep1Schema(rules: RegistrationRules): z.ZodMiniType {
  const contact = registrationFields.filter(({ formSection }) => formSection === "contact");
  return createSchema(contact, rules);
}

/** Returns the schema for one step of the form. */
export function createFlowSchema(flow: RegistrationFlow, rules: RegistrationRules): Schema<unknown> {
  return flow === "leanStep1" ? leanStep1Schema(rules) : registrationSchema(rules);
}

/** Returns true for the content of a whole form, false for the content of a first step. */
export function isComplete(fields: RegistrationFields | ContactFields): fields is RegistrationFields {
  return "terms" in fields;
}

function createSchema(fields: readonly RegistrationField[], rules: RegistrationRules): z.ZodMiniType {
  return z.object(
    Object.fromEntries(
      fields.map((field) => [
        field.name,
        field.kind === "checkbox" ? checkboxSchema(field) : textSchema(field, rules),
      ]),
    ),
  );
}

function checkboxSchema({ required }: RegistrationField): z.ZodMiniType {
  if (required === undefined) return z._default(z.boolean(), false);
  return z.boolean({ error: required }).check(z.refine((isTicked) => isTicked, { error: required }));
}

function textSchema(field: RegistrationField, rules: RegistrationRules): z.ZodMiniType {
  const { kind, required, normalize, problems = {} } = field;
  const normalizeText = z.overwrite<string>((input) => {
    const text = kind === "text" ? input.trim() : input;
    return normalize ? normalize(text) : text;
  });
  const text = z.string({ error: required }).check(normalizeText, ({ value, issues }) => {
    const problem =
      value === "" ? required : Object.keys(problems).find((name) => problems[name]?.(value, rules));
    if (problem !== undefined) issues.push({ code: "custom", input: value, message: problem });
  });
  return required === undefined ? z.optional(text) : text;
}
