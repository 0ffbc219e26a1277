import type { Acq } from "~/acq/client.server";
import type { RegistrationCodeError, AcqResult, AcqFailure } from "~/acq/results";
import {
  checkRegistrationCode,
  type CountryOption,
  type RegistrationCodeDetails,
} from "~/acq/operations/check-registration-code.server";
import { isCountry } from "~/domain/countries.server";
import { type RefusalReason, refusalReasons } from "./registration-code";

export interface Invitation {
  code: string;
  validityTimestamp: string | null;
}

/**
 * The result of checking an invitation's code. `isUnknownCode`: acq does not know the code, so the check counts as a
 * guess.
 */
export type CodeCheck =
  | { status: "usable"; inviter: string | null; countryOptions: CountryOption[] }
  | { status: "refused"; reason: RefusalReason; inviter: string | null; isUnknownCode: boolean }
  | { status: "failed"; failure: AcqFailure };

const refusalReasonByError = {
  REFERER_INVALID: "referrer",
  REGISTRATION_TIMESTAMP_MISSING: "link",
  REGISTRATION_CODE_EXPIRED: "expired",
  REGISTRATION_CODE_NO_BALANCE_LEFT: "no-balance",
  REGISTRATION_CODE_BALANCE_LESS_THAN_PENDING_REGISTRATIONS: "no-balance",
  REGISTRATION_CODE_INVALID: "invalid",
  INVITER_INVALID: "invalid",
  CUSTOMIZATION_MISSING: "invalid",
} as const satisfies Record<RegistrationCodeError, RefusalReason>;

const noFreePlaceError =
  "REGISTRATION_CODE_BALANCE_LESS_THAN_PENDING_REGISTRATIONS" satisfies RegistrationCodeError;

/**
 * The result of checking a code, for the metrics: "none" for a usable code, otherwise the most important error or the
 * reason for a missing response.
 */
type CodeCheckErrorLabel = RegistrationCodeError | "none" | "NO_ANSWER" | "NO_DETAILS" | "NO_COUNTRY";

interface CodeCheckDependencies {
  acq: Acq;
  /** Counts the result of a code check in the metrics. */
  countCodeCheck: (error: CodeCheckErrorLabel) => void;
}

/** Returns the most important of several reasons for refusal: the first one in the order of `refusalReasons`. */
export function selectRefusalReason(errors: readonly RegistrationCodeError[]): RefusalReason {
  const reasons = errors.map((error) => refusalReasonByError[error]);
  return refusalReasons.find((reason) => reasons.includes(reason)) ?? "invalid";
}

/**
 * Checks with acq whether an invitation is usable. A code is also refused if it offers no supported country
 * (docs/product/registration.md#referrers-and-country).
 *
 * @param hasPendingPlace - true if the visitor's own pending registration may have reserved the last place. The code
 *   then passes, and acq decides when the form is sent.
 */
export async function checkCode(
  { acq, countCodeCheck }: CodeCheckDependencies,
  invitation: Invitation,
  hasPendingPlace = false,
): Promise<CodeCheck> {
  const response = await checkRegistrationCode(acq, {
    registrationCode: invitation.code,
    validityTimestamp: invitation.validityTimestamp,
  });
  const errors = response.ok
    ? (response.data?.errors.filter((error) => !(hasPendingPlace && error === noFreePlaceError)) ?? [])
    : [];
  countCodeCheck(selectErrorLabel(response, errors));
  if (!response.ok) return { status: "failed", failure: response.failure };
  if (!response.data) return { status: "refused", reason: "invalid", inviter: null, isUnknownCode: true };
  const inviter = response.data.invitorName;
  const supportedCountryOptions = response.data.countryOptions.filter(({ isoCode }) => isCountry(isoCode));
  // Removes repeated countries: with repetitions, acq's response could enlarge the page without limit.
  const countryOptions = [
    ...new Map(supportedCountryOptions.map((option) => [option.isoCode, option])).values(),
  ];
  const isUnknownCode = errors.includes("REGISTRATION_CODE_INVALID");
  if (errors.length > 0)
    return { status: "refused", reason: selectRefusalReason(errors), inviter, isUnknownCode };
  if (countryOptions.length === 0) return { status: "refused", reason: "invalid", inviter, isUnknownCode };
  return { status: "usable", inviter, countryOptions };
}

function selectErrorLabel(
  response: AcqResult<RegistrationCodeDetails>,
  errors: readonly RegistrationCodeError[],
): CodeCheckErrorLabel {
  if (!response.ok) return "NO_ANSWER";
  if (!response.data) return "NO_DETAILS";
  const reason = selectRefusalReason(errors);
  const acqError = errors.find((error) => refusalReasonByError[error] === reason);
  return (
    acqError ??
    (response.data.countryOptions.some(({ isoCode }) => isCountry(isoCode)) ? "none" : "NO_COUNTRY")
  );
}
