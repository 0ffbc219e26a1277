import * as z from "zod/mini";
import type { RegistrationFlow } from "./registration-form.types";

// Zod would otherwise try whether it may compile code, which the Content-Security-Policy reports as an attack.
if (typeof document !== "undefined") z.config({ jitless: true });

/**
 * Letters of any script with their marks, and what stands between them in names, which are apostrophes, dots and
 * hyphens of several scripts; no digits, no emoji. Escaped, since V8 holds a whole bundle with two bytes a character
 * when one needs them.
 */
const nameCharacters = /^[\p{L}\p{M}\p{Zs}'\u2019\u2018\u02bc`\u00b4.\u00b7\u2027\u30fb\u2010\u2011-]+$/u;

/** Normalising a row of marks takes time by the square of its length (Unicode, UAX 15, section 9). */
const composed = z.overwrite<string>((text) => (text.length > 1000 ? text : text.normalize("NFC")));

function name(required: string) {
  return z.string({ error: required }).check(z.trim(), composed, (input) => {
    if (input.value === "") return void input.issues.push(issue(input.value, required));
    if (Array.from(input.value).length > 100)
      return void input.issues.push(issue(input.value, "name.tooLong"));
    const isName = nameCharacters.test(input.value) && /\p{L}/u.test(input.value);
    if (!isName || holdsHost(input.value)) input.issues.push(issue(input.value, "name.characters"));
  });
}

/**
 * What mail programs make a link of: a letter, a full stop, and at once two letters or more. Abbreviations have a space
 * after the full stop, or one letter ("J.R.R. Tolkien", "Dr. med. Ng", "St. John"), and initials are capitals ("J.Smith").
 */
function holdsHost(name: string): boolean {
  // As mail programs read wide letters and full stops, and past signs that nobody sees.
  const read = name.normalize("NFKC").replace(/[\p{Default_Ignorable_Code_Point}\p{M}]/gu, "");
  const words = read.split(/\p{Zs}+/u).filter((word) => !/^(?:\p{Lu}\.)+\p{Lu}\p{Ll}{2,}$/u.test(word));
  return words.some((word) => /\p{L}\.\p{L}{2}|www\./iu.test(word));
}

function issue(input: string, message: string) {
  return { code: "custom" as const, input, message };
}

/** The HTML standard's rule for an e-mail address (HTML, section 4.10.5.1.5). */
const addressRule =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;

/**
 * The HTML standard's rule, for a domain that can be one: acq refuses any other as well. 254 characters are the most
 * that mail carries.
 */
export function isEmailAddress(address: string): boolean {
  if (address.length > 254) return false;
  const at = address.lastIndexOf("@");
  const domain = address.slice(at + 1);
  if (at < 0 || !isDomain(domain)) return false;
  const isAscii = /^[\x20-\x7e]*$/.test(domain);
  return addressRule.test(
    `${address.slice(0, at)}@${isAscii ? domain : new URL(`http://${domain}`).hostname}`,
  );
}

/** Whether a domain is a valid one in its ASCII form (UTS #46), and no IPv4 address (URL, section 3.5). */
function isDomain(domain: string): boolean {
  if (/[/?#:@\\\s]/.test(domain) || !URL.canParse(`http://${domain}`)) return false;
  return !/(?:^|\.)\d+$/.test(new URL(`http://${domain}`).hostname);
}

export const emailSchema = z
  .string({ error: "email.invalid" })
  .check(z.trim(), z.refine(isEmailAddress, { error: "email.invalid" }));

/**
 * The registration form of docs/product.md#registration, on both sides; messages are keys of the area "registration".
 * @param countries the code's countries, ISO 3166-1 alpha-2
 */
export function registrationSchema({ countries, salutationOptional }: RegistrationRules) {
  const salutations = salutationOptional ? ["FEMALE", "MALE", "NONE"] : ["FEMALE", "MALE"];
  return z.object({
    gender: z.enum(salutations, { error: "gender.required" }),
    firstname: name("firstname.required"),
    lastname: name("lastname.required"),
    email: emailSchema,
    country: z
      .string({ error: "country.required" })
      .check(z.refine((country) => countries.includes(country), { error: "country.unavailable" })),
    postalCode: z.optional(
      z.string().check(z.trim(), z.regex(/^[A-Za-z0-9][A-Za-z0-9 -]{1,9}$/, { error: "postalCode.invalid" })),
    ),
    bday: z.optional(z.string().check(z.trim(), z.refine(isBirthday, { error: "bday.invalid" }))),
    newsletter: z._default(z.boolean(), false),
    terms: z
      .boolean({ error: "terms.required" })
      .check(z.refine((agreed) => agreed, { error: "terms.required" })),
  });
}

/** The first step of the lean flow: where to, before who. */
export function leanStep1Schema(rules: RegistrationRules) {
  return z.pick(registrationSchema(rules), { email: true, country: true });
}

/** What a form of any step may hold. */
export type RegistrationInputs = Partial<z.input<ReturnType<typeof registrationSchema>>>;

/** The rules of one page of a flow: the lean flow's first step asks for no name yet. */
export function schemaOfFlow(
  flow: RegistrationFlow,
  rules: RegistrationRules,
): z.ZodMiniType<unknown, RegistrationInputs> {
  return flow === "leanStep1" ? leanStep1Schema(rules) : registrationSchema(rules);
}

/** An ISO 8601 date that a living person can be born on. */
function isBirthday(date: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return false;
  const time = Date.parse(date);
  return (
    !Number.isNaN(time) &&
    time < Date.now() &&
    date >= "1900-01-01" &&
    new Date(time).toISOString().startsWith(date)
  );
}

export interface RegistrationRules {
  countries: readonly string[];
  salutationOptional: boolean;
}

/** Whether these are the fields of a whole registration, and not of the first step alone. */
export function isWhole(
  fields: RegistrationFields | Pick<RegistrationFields, "email" | "country">,
): fields is RegistrationFields {
  return "terms" in fields;
}

export type RegistrationFields = z.infer<ReturnType<typeof registrationSchema>>;
