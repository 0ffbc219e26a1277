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

/** A country to register in, named in the visitor's language. */
export interface OfferedCountry {
  isoCode: string;
  name: string;
}

/** One page, or one of the two steps of the lean flow (docs/product.md#registration). */
export type RegistrationFlow = "default" | "leanStep1" | "leanStep2";

/** The data that the registration form is rendered from. */
export interface RegistrationFormData {
  /** The path that the form is sent to, below the prefix. */
  action: string;
  formToken: string;
  /** Also sent in plain fields, for when the token can no longer be read; "" for no timestamp. */
  invitation: { code: string; validityTimestamp: string };
  flow: RegistrationFlow;
  countries: OfferedCountry[];
  /** The keys of the countries' legal texts, which the form sends back as they are: `readLegalTexts`. */
  legalTexts: string;
  /** Where they are read: `fillLink`. */
  legalLinks: { terms: string; privacy: string };
  salutationOptional: boolean;
  /** Those fields too that are asked for by feature alone. */
  extraFields: boolean;
  /**
   * The landing page, as a path below the base path, that shows the finished message over itself
   * (docs/decisions/finished-popup.md).
   */
  popup: string | undefined;
  /** The browser keeps no cookies: each page of the flow carries what the others asked for. */
  isWithoutCookies: boolean;
  typed: Partial<Record<RegistrationFieldName, string | undefined>>;
}

/** The first step in the gate: where to, and no more. */
export type FirstStepData = Pick<
  RegistrationFormData,
  "action" | "formToken" | "invitation" | "flow" | "countries" | "legalTexts" | "popup"
> & {
  typed: Record<ContactFieldName, string | undefined>;
};

/** Why a sent form is shown again, beyond what is wrong with its fields. */
export type FormProblem =
  | { kind: "generic" | "network"; errorId: string }
  /** There were too many registrations or codes from the visitor's network. */
  | { kind: "too-many"; minutes: number }
  /** Sent faster than people type, or by something that fills every field: its sender is asked once. */
  | { kind: "suspicious" }
  /** Its token was not accepted: the same form can be sent again. */
  | { kind: "expired" }
  /** acq would send another e-mail to the same address: in so many minutes it may. */
  | { kind: "just-asked"; minutes: number };

/** An address that looks mistyped, and the one that was probably meant; sent again unchanged it goes through. */
export interface EmailSuggestion {
  address: string;
  meant: string;
}

// Zod would otherwise try whether it may compile code, which the Content-Security-Policy reports as an attack.
if (typeof document !== "undefined") z.config({ jitless: true });

/** Of the forms that ask for an e-mail address alone. */
export const emailSchema = z
  .string({ error: "email.invalid" })
  .check(z.overwrite(cleanEmail), z.refine(isEmailAddress, { error: "email.invalid" }));

/** The content of a form of any step. */
export type RegistrationInputs = Partial<RegistrationFields>;

type Schema<Fields> = z.ZodMiniType<Fields, RegistrationInputs>;

/**
 * The registration form of docs/product.md#registration, on both sides; messages are keys of the area "registration".
 */
export function registrationSchema(rules: RegistrationRules): Schema<RegistrationFields>;
export function registrationSchema(rules: RegistrationRules): z.ZodMiniType {
  return schemaOf(registrationFields, rules);
}

type ContactFields = Pick<RegistrationFields, ContactFieldName>;

/** The first step of the lean flow: where to, before who. */
export function leanStep1Schema(rules: RegistrationRules): Schema<ContactFields>;
export function leanStep1Schema(rules: RegistrationRules): z.ZodMiniType {
  const contact = registrationFields.filter(({ part }) => part === "contact");
  return schemaOf(contact, rules);
}

/** The rules of one page of a flow: the lean flow's first step asks for no name yet. */
export function schemaOfFlow(flow: RegistrationFlow, rules: RegistrationRules): Schema<unknown> {
  return flow === "leanStep1" ? leanStep1Schema(rules) : registrationSchema(rules);
}

/** Whether these are the fields of a whole registration, and not of the first step alone. */
export function isWhole(fields: RegistrationFields | ContactFields): fields is RegistrationFields {
  return "terms" in fields;
}

function schemaOf(fields: readonly RegistrationField[], rules: RegistrationRules): z.ZodMiniType {
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
  return z.boolean({ error: required }).check(z.refine((ticked) => ticked, { error: required }));
}

function textSchema(field: RegistrationField, rules: RegistrationRules): z.ZodMiniType {
  const { kind, required, oneWay, problems = {} } = field;
  const read = z.overwrite<string>((typed) => {
    const text = kind === "text" ? typed.trim() : typed;
    return oneWay ? oneWay(text) : text;
  });
  const text = z.string({ error: required }).check(read, ({ value, issues }) => {
    const found =
      value === "" ? required : Object.keys(problems).find((name) => problems[name]?.(value, rules));
    if (found !== undefined) issues.push({ code: "custom", input: value, message: found });
  });
  return required === undefined ? z.optional(text) : text;
}
