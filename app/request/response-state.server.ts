import type { CountryOption } from "~/acq/operations/check-registration-code.server";
import type { AnalyticsEvent } from "~/domain/analytics-events";
import type { Variants } from "~/experiments/variants";
import type { Namespace } from "~/i18n/locales";
import type { Cookies } from "~/cookies/cookies.server";
import type { FormIdentity } from "./form-token.server";

/**
 * acq's response about the invitation of a rejected form. It is stored, so that showing the form again needs no second
 * call.
 */
export interface CheckedInvitation {
  inviter: string | null;
  countryOptions: CountryOption[];
}

/** The state of one response that loaders and actions set, apart from the page's data. */
export interface ResponseState {
  /** True after an unexpected error. The page then shows the error reference. */
  hasFailed: boolean;
  /** Namespaces of texts that the browser needs, in addition to the namespaces in the route's `handle`. */
  namespaces: Namespace[];
  /** True if an action shows its page again with an error. The page's title then starts with "Error: ". */
  hasFormError: boolean;
  /**
   * The identity of the form that the action has read. A form that is shown again keeps this identity
   * (docs/product/registration.md#registration).
   */
  formIdentity: FormIdentity | undefined;
  /**
   * acq's response about the invitation, set by the registration form's action when it shows the form again. The loader
   * then need not call acq.
   */
  checkedInvitation: CheckedInvitation | undefined;
  /** The step of the registration form that the action shows without redirecting to it. */
  shownStep: 1 | 2 | undefined;
  /** True if the action has rejected the contact fields. The page then asks only for them. */
  areContactFieldsRejected: boolean;
  /** True if an action or a loader has saved the draft. The response then sets the draft cookie. */
  isDraftSaved: boolean;
  /** The analytics events of this page. A rendered page emits them; a redirect does not. */
  events: AnalyticsEvent[];
  /** The response's Set-Cookie values by cookie, except the draft cookie's. */
  setCookies: Map<keyof Cookies, string | string[]>;
  /** The value of the response's Retry-After header, in seconds. */
  retryAfter: number | undefined;
}

export function createResponseState({ variantsCookie }: Pick<Variants, "variantsCookie">): ResponseState {
  return {
    hasFailed: false,
    namespaces: [],
    hasFormError: false,
    formIdentity: undefined,
    checkedInvitation: undefined,
    shownStep: undefined,
    areContactFieldsRejected: false,
    isDraftSaved: false,
    events: [],
    setCookies: new Map(variantsCookie === undefined ? [] : [["variants", variantsCookie]]),
    retryAfter: undefined,
  };
}
