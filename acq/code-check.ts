import type { Acq } from "./call";
import {
  balanceErrors,
  codeErrors,
  errorTexts,
  findCode,
  optionsOf,
  type RegistrationCodeError,
  timestampErrors,
} from "./codes";
import type { CountryOption } from "./countries";

export interface RegistrationCodeDetails {
  errors: RegistrationCodeError[];
  errorDetails: { type: RegistrationCodeError; error: string }[];
  invitorName: string | null;
  countryOptions: CountryOption[];
}

/** The answer to checkRegistrationCode (docs/product.md#registration-codes). */
export function checkRegistrationCode(
  acq: Acq,
  registrationCode: string,
  validityTimestamp: string | null | undefined,
): RegistrationCodeDetails {
  const code = findCode(acq.database, registrationCode);
  if (code === undefined) return details(["REGISTRATION_CODE_INVALID"], null, []);
  const errors = [
    ...codeErrors(code, acq.now()),
    ...timestampErrors(acq, code, validityTimestamp),
    ...balanceErrors(acq.database, code),
  ];
  return details([...new Set(errors)], code.inviter_name, optionsOf(code));
}

function details(
  errors: RegistrationCodeError[],
  invitorName: string | null,
  countryOptions: CountryOption[],
): RegistrationCodeDetails {
  const errorDetails = errors.map((type) => ({ type, error: errorTexts[type] }));
  return { errors, errorDetails, invitorName, countryOptions };
}
