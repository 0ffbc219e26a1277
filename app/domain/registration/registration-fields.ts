import type { RegistrationInput } from "~/acq/operations/submit-registration.server";
import {
  normalizeEmail,
  normalizeName,
  isValidBirthDate,
  isEmailAddress,
  isName,
  toIsoDate,
} from "./field-rules";

export interface RegistrationRules {
  /** The countries that the access code offers, as ISO 3166-1 alpha-2 codes. */
  countries: readonly string[];
  salutationOptional: boolean;
}

/** Validation rules by message key (namespace "registration"). The first rule that matches is reported. */
type ValidationRules = Readonly<Record<string, (value: string, rules: RegistrationRules) => boolean>>;

export interface RegistrationField {
  name: string;
  /** A "text" is typed freely, so it is a slot of the page template. A "choice" is one of a fixed list of values. */
  kind: "text" | "choice" | "checkbox";
  /**
   * The section of the form. The lean flow shows "contact" in its first step and all other sections in its second step.
   * Optional "extra" fields are rendered generically from this table; each other field has its own markup.
   */
  formSection: "identity" | "contact" | "extra" | "consent";
  /** True if the form shows the field only with the feature registration-extra-fields. */
  needsFeature?: true;
  /** The key of the message for a missing value; undefined if the field is optional. */
  requiredErrorKey?: string;
  validationRules?: ValidationRules;
  /** The keys of messages for errors that only the form's action can detect. */
  actionErrorKeys?: readonly string[];
  /** Normalizes the typed text of the field for sending to acq. */
  normalize?: (text: string) => string;
  /**
   * The possible values, unless the access code defines them (countries). A value equal to `omittedChoice` is not sent
   * to acq.
   */
  choices?: readonly string[];
  omittedChoice?: string;
  /** For an optional field: the value of the HTML attribute `autocomplete`, and the key of a hint. */
  help?: { autoComplete: string; hint: string };
  /**
   * The field's name in the draft, and when the field is dropped from a draft that does not fit in its cookie: before
   * or after the other fields.
   */
  draft: { name: string; dropOrder: "first" | "last" };
  /**
   * The maximum length in the draft, in UTF-16 code units. It exceeds the valid length, so that the form can show a too
   * long value again.
   */
  maxLength: number;
  /** The field's name in acq's RegistrationInput. */
  input: keyof RegistrationInput;
}

const isNameTooLong = (name: string) => Array.from(name).length > 100;
const hasInvalidCharacters = (name: string) => !isName(name);

/**
 * The fields of the registration form (docs/product/registration.md#registration) in the order of the page. Schema,
 * draft, template slots, error summary, guard and acq's input are derived from this table.
 */
const fieldDefinitions = [
  {
    name: "firstname",
    kind: "text",
    formSection: "identity",
    requiredErrorKey: "firstname.required",
    validationRules: { "firstname.tooLong": isNameTooLong, "firstname.characters": hasInvalidCharacters },
    normalize: normalizeName,
    draft: { name: "registrationFirstName", dropOrder: "first" },
    maxLength: 254,
    input: "firstName",
  },
  {
    name: "lastname",
    kind: "text",
    formSection: "identity",
    requiredErrorKey: "lastname.required",
    validationRules: { "lastname.tooLong": isNameTooLong, "lastname.characters": hasInvalidCharacters },
    normalize: normalizeName,
    draft: { name: "registrationLastName", dropOrder: "first" },
    maxLength: 254,
    input: "lastName",
  },
  {
    name: "gender",
    kind: "choice",
    formSection: "identity",
    requiredErrorKey: "gender.required",
    validationRules: {
      "gender.required": (gender, { salutationOptional }) =>
        !["FEMALE", "MALE", ...(salutationOptional ? ["NONE"] : [])].includes(gender),
    },
    choices: ["FEMALE", "MALE", "NONE"],
    omittedChoice: "NONE",
    draft: { name: "registrationGender", dropOrder: "last" },
    maxLength: 6,
    input: "gender",
  },
  {
    name: "email",
    kind: "text",
    formSection: "contact",
    requiredErrorKey: "email.invalid",
    validationRules: { "email.invalid": (email) => !isEmailAddress(email) },
    normalize: normalizeEmail,
    actionErrorKeys: ["email.suggestion"],
    draft: { name: "registrationEmail", dropOrder: "last" },
    maxLength: 254,
    input: "email",
  },
  {
    name: "country",
    kind: "choice",
    formSection: "contact",
    requiredErrorKey: "country.required",
    validationRules: { "country.unavailable": (country, { countries }) => !countries.includes(country) },
    draft: { name: "registrationCountry", dropOrder: "last" },
    maxLength: 2,
    input: "country",
  },
  {
    name: "postalCode",
    kind: "text",
    formSection: "extra",
    needsFeature: true,
    validationRules: { "postalCode.invalid": (value) => !/^[A-Za-z0-9][A-Za-z0-9 -]{1,9}$/.test(value) },
    help: { autoComplete: "postal-code", hint: "registration:postalCode.hint" },
    draft: { name: "registrationPostalCode", dropOrder: "first" },
    maxLength: 20,
    input: "postalCode",
  },
  {
    name: "bday",
    kind: "text",
    formSection: "extra",
    needsFeature: true,
    validationRules: { "bday.invalid": (date) => !isValidBirthDate(date) },
    normalize: toIsoDate,
    help: { autoComplete: "bday", hint: "registration:bday.hint" },
    draft: { name: "registrationBirthday", dropOrder: "first" },
    maxLength: 20,
    input: "birthday",
  },
  {
    name: "newsletter",
    kind: "checkbox",
    formSection: "consent",
    draft: { name: "registrationNewsLetter", dropOrder: "last" },
    maxLength: 2,
    input: "newsletter",
  },
  {
    name: "terms",
    kind: "checkbox",
    formSection: "consent",
    requiredErrorKey: "terms.required",
    actionErrorKeys: ["terms.changed"],
    draft: { name: "registrationTermsAndConditions", dropOrder: "last" },
    maxLength: 2,
    input: "termsAccepted",
  },
] as const satisfies readonly RegistrationField[];

type FieldDefinition = (typeof fieldDefinitions)[number];
export type RegistrationFieldName = FieldDefinition["name"];
export type ContactFieldName = Extract<FieldDefinition, { formSection: "contact" }>["name"];

/** The keys of all error messages of the registration form's fields. */
type FieldMessage = MessageOfField<FieldDefinition>;
type MessageOfField<Field> =
  | (Field extends { requiredErrorKey: infer Message } ? Message : never)
  | (Field extends { validationRules: infer Named } ? keyof Named : never)
  | (Field extends { actionErrorKeys: readonly (infer Message)[] } ? Message : never);

type ValueOfField<Field> = Field extends { kind: "checkbox" } ? boolean : string;
type RequiredFieldDefinition = Extract<FieldDefinition, { requiredErrorKey: string } | { kind: "checkbox" }>;

/** The content of a valid registration form. */
export type RegistrationFields = {
  [Field in RequiredFieldDefinition as Field["name"]]: ValueOfField<Field>;
} & {
  [Field in Exclude<FieldDefinition, RequiredFieldDefinition> as Field["name"]]?:
    | ValueOfField<Field>
    | undefined;
};

/** The content of a valid registration form under acq's field names. An optional field without a value is null. */
export type RegistrationFieldsInput = { [Field in FieldDefinition as Field["input"]]: InputOfField<Field> };
type InputOfField<Field extends FieldDefinition> = Field extends {
  choices: readonly (infer Choice)[];
  omittedChoice: infer None;
}
  ? Exclude<Choice, None> | null
  : Field extends RequiredFieldDefinition
    ? ValueOfField<Field>
    : ValueOfField<Field> | null;

/** The draft's form fields with this drop order: the type of each value by the field's name in the draft. */
export type DraftedFields<DropOrder> = {
  [
    Field in Extract<FieldDefinition, { draft: { dropOrder: DropOrder } }> as Field["draft"]["name"]
  ]: ValueOfField<Field>;
};

export const registrationFields: readonly (RegistrationField & Pick<FieldDefinition, "name" | "draft">)[] =
  fieldDefinitions;
/** The form fields into which a visitor types free text. */
export const textFieldNames = fieldDefinitions
  .filter((fieldDefinition) => fieldDefinition.kind === "text")
  .map(({ name }) => name);
type ExtraFieldDefinition = Extract<FieldDefinition, { formSection: "extra" }>;
/** The optional fields, which the form renders generically from this table. */
export const extraFields: readonly (Pick<ExtraFieldDefinition, "name" | "help"> &
  Pick<RegistrationField, "needsFeature">)[] = fieldDefinitions.filter(
  (fieldDefinition) => fieldDefinition.formSection === "extra",
);

/** Returns true if a form without this field is invalid. */
export function isRequired(name: RegistrationFieldName): boolean {
  return registrationFields.some((field) => field.name === name && field.requiredErrorKey !== undefined);
}

export function isFieldMessage(text: string): text is FieldMessage {
  return registrationFields.some(
    ({ requiredErrorKey, validationRules = {}, actionErrorKeys = [] }) =>
      text === requiredErrorKey || Object.hasOwn(validationRules, text) || actionErrorKeys.includes(text),
  );
}
