import type { CountryOption } from "~/acq/operations/check-registration-code.server";
import type { AcqFailure } from "~/acq/results";
import type { Viewer } from "~/acq/operations/viewer.server";
import type { AnalyticsEvent, DataLayerEvent } from "~/domain/analytics-events";
import type { CodeCheck } from "~/domain/registration/check-code.server";
import type { Draft } from "~/domain/registration/draft-schema.server";
import type { Variants } from "~/experiments/variants";
import type { Namespace } from "~/i18n/locales";
import type { Cookies } from "~/cookies/cookies.server";
import type { FormIdentity } from "./form-token.server";

/** acq's response about the invitation of a rejected form. The answer is used again when the form is shown again. */
export interface CheckedInvitation {
  inviter: string | null;
  countryOptions: CountryOption[];
}

/**
 * The result of a check under a limit. `over`: the network has used too many unknown codes, so acq was not called
 * (docs/decisions/code-limits.md). `canOpenHere`: only links from other sites are limited, so a click on this site can
 * still open the link.
 */
export type LimitedCheck = CodeCheck | { status: "over"; retryAfter: number; canOpenHere?: boolean };

export type CurrentMember =
  | { status: "anonymous" }
  | { status: "member"; member: Viewer }
  | { status: "failed"; failure: AcqFailure };

/** The state of one response that loaders and actions set, apart from the page's data. */
export interface ResponseState {
  /** True after an unexpected error. The page then shows the error reference. */
  hasFailed: boolean;
  /** Namespaces of texts that the browser needs, in addition to the namespaces in the route's `handle`. */
  namespaces: Namespace[];
  /** True if an action shows its page again with an error. The page's title then starts with "Error: ". */
  hasFormError: boolean;
  /**
   * The identity of the form that the action has read. If the form is shown again, it keeps this identity
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
  /** Cache of `checkLimitedInvitation`: the checks of invitations in this request. */
  invitationChecks: Map<string, Promise<LimitedCheck>>;
  /** Cache of the guards: the member that the request's token belongs to. */
  member: Promise<CurrentMember> | undefined;
  /** Cache of `readDraft`: the decrypted draft. */
  draft: Draft | undefined;
  /** True if the draft was saved. The response then sets the draft cookie. */
  isDraftSaved: boolean;
  /** The analytics events of this page. A rendered page emits them; a redirect does not. */
  events: AnalyticsEvent[];
  /** Cache of `takePageEvents`: all analytics events that the page emits, including saved ones. */
  documentEvents: DataLayerEvent[] | undefined;
  /**
   * Results of loaders that have already run, by route. Remix uses these results and does not call the loaders again.
   */
  loaderResults: ReadonlyMap<string, Promise<unknown>> | undefined;
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
    invitationChecks: new Map(),
    member: undefined,
    draft: undefined,
    isDraftSaved: false,
    events: [],
    documentEvents: undefined,
    loaderResults: undefined,
    setCookies: new Map(variantsCookie === undefined ? [] : [["variants", variantsCookie]]),
    retryAfter: undefined,
  };
}
