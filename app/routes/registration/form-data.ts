import type { RegistrationFlow } from "~/domain/registration/form-pages";
import type { ContactFieldName, RegistrationFieldName } from "~/domain/registration/registration-fields";
import type { ExpiredForm, ShownFailure, TooManyAttempts } from "~/ui/components/failure-entries";

/** A country that the access code offers, with its name in the visitor's language. */
export interface OfferedCountry {
  isoCode: string;
  name: string;
}

/**
 * Returns the countries as one text, which adds 150 bytes less to the compressed landing page than an array of objects.
 * Its entries, such as "ATAustria", are separated by "|".
 */
export function serializeCountries(countries: readonly OfferedCountry[]): string {
  return countries.map(({ isoCode, name }) => `${isoCode}${name}`).join("|");
}

/** @param countryList - the result of `serializeCountries` */
export function parseCountries(countryList: string): OfferedCountry[] {
  return countryList.split("|").map((entry) => ({ isoCode: entry.slice(0, 2), name: entry.slice(2) }));
}

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
   * The keys of all countries' legal texts in one field, which the form sends back unchanged (see
   * `serializeLegalTexts`).
   */
  legalTexts: string;
  /** The URLs of the legal texts, with placeholders that `fillLegalUrl` replaces. */
  legalLinks: { terms: string; privacy: string };
  salutationOptional: boolean;
  /**
   * True if the form shows the fields for the postal code and the date of birth (feature registration-extra-fields).
   */
  hasExtraFieldsFeature: boolean;
  /**
   * The path of a landing page that shows the finished message in a dialog after the form was sent
   * (docs/decisions/finished-popup.md). Undefined if a separate page shows the message.
   */
  popup: string | undefined;
  /**
   * True if the browser stores no cookies. Each page of the flow then repeats the input of the flow's other pages in
   * hidden fields.
   */
  isWithoutCookies: boolean;
  typed: Partial<Record<RegistrationFieldName, string | undefined>>;
}

/** The data of the form's first step on the landing page, which has only the contact fields. */
export type FirstStepData = Pick<
  RegistrationFormData,
  "action" | "formToken" | "invitation" | "flow" | "legalTexts" | "popup"
> & {
  /** The offered countries, in the form of `serializeCountries`. */
  countryList: string;
  typed: Record<ContactFieldName, string | undefined>;
};

/** The reason for showing a sent form again, apart from field errors. */
export type FormProblem =
  | ShownFailure
  | TooManyAttempts
  | ExpiredForm
  /**
   * The form was sent faster than people type, or its trap field was filled. The visitor must confirm the form once.
   */
  | { kind: "suspicious" }
  /** acq has just sent an e-mail to this address. `minutes`: the time until the next e-mail is possible. */
  | { kind: "just-asked"; minutes: number };
