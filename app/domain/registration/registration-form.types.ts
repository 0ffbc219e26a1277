/** A country to register in, named in the visitor's language, with its legal texts. */
export interface OfferedCountry {
  isoCode: string;
  name: string;
  termsPkString: string;
  dataPolicyPkString: string;
  termsUrl: string;
  privacyUrl: string;
}

/** What the registration form is rendered from. */
export interface RegistrationFormData {
  formToken: string;
  countries: OfferedCountry[];
  salutationOptional: boolean;
  typed: Partial<
    Record<
      "gender" | "firstname" | "lastname" | "email" | "country" | "newsletter" | "terms",
      string | undefined
    >
  >;
}
