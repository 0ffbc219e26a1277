import type { RegistrationFieldName } from "./registration-fields";

/** A country to register in, named in the visitor's language, with its legal texts. */
export interface OfferedCountry {
  isoCode: string;
  name: string;
  termsPkString: string;
  dataPolicyPkString: string;
  termsUrl: string;
  privacyUrl: string;
}

/** One page, or one of the two steps of the lean flow (docs/product.md#registration). */
export type RegistrationFlow = "default" | "leanStep1" | "leanStep2";

/** What the registration form is rendered from. */
export interface RegistrationFormData {
  formToken: string;
  flow: RegistrationFlow;
  countries: OfferedCountry[];
  salutationOptional: boolean;
  /** Postal code and date of birth are asked for too. */
  extraFields: boolean;
  /**
   * The landing page, as a path below the base path, that shows the finished message over itself
   * (docs/decisions/finished-popup.md).
   */
  popup: string | undefined;
  typed: Partial<Record<RegistrationFieldName, string | undefined>>;
}

/** Why a sent form is shown again, beyond what is wrong with its fields. */
export type FormProblem =
  | { kind: "generic" | "network"; errorId: string }
  /** Sent faster than people type, or by something that fills every field: its sender is asked once. */
  | { kind: "suspicious" }
  /** acq would send another e-mail to the same address: in so many minutes it may. */
  | { kind: "just-asked"; minutes: number }
  /** The address looks mistyped; sent again unchanged it goes through. */
  | { kind: "email-suggestion"; address: string; suggestion: string };
