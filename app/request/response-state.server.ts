import type { CountryOption } from "~/acq/operations/check-registration-code.server";
import type { AcqFailure } from "~/acq/answers";
import type { Viewer } from "~/acq/operations/viewer.server";
import type { AnalyticsEvent } from "~/domain/analytics-events";
import type { CodeCheck } from "~/domain/registration/check-code.server";
import type { Draft } from "~/domain/registration/draft.schema";
import type { Variants } from "~/experiments/variants";
import type { Namespace } from "~/i18n/locales";
import type { FormIdentity } from "./form-token.server";

/** acq's response about the invitation of a registration form, kept for showing the form again. */
export interface ReturnedForm {
  inviter: string | null;
  countryOptions: CountryOption[];
}

/**
 * `over`: too many unknown codes. acq is then not called, whether the code is valid or not (docs/decisions/limits.md).
 * `canOpenHere`: only links that other sites have opened are limited, so the link can be opened from this site.
 */
export type LimitedCheck = CodeCheck | { status: "over"; retryAfter: number; canOpenHere?: boolean };

export type CurrentMember =
  | { status: "anonymous" }
  | { status: "member"; member: Viewer }
  | { status: "failed"; failure: AcqFailure };

/** The decisions of loaders and actions about one response, apart from the page's data. */
export interface ResponseState {
  /** True after an unexpected error, so that the page shows the error reference. */
  hasFailed: boolean;
  /** Namespaces of texts that the browser needs in addition to those in the page's `handle`. */
  namespaces: Namespace[];
  /** True if an action shows its page again with an error, so that the title starts with "Error: ". */
  invalid: boolean;
  /**
   * The form that an action has read. When it is shown again, it counts as the same form
   * (docs/product/registration.md#registration).
   */
  sentForm: FormIdentity | undefined;
  /** Set by the registration form's action when it shows its page again, so that the loader need not call acq. */
  returnedForm: ReturnedForm | undefined;
  /** The step of the registration form that the action shows without a redirect. */
  shownStep: 1 | 2 | undefined;
  /** The checks of invitations, each made once by `checkInvitationOf`. */
  checks: Map<string, Promise<LimitedCheck>>;
  /** The member that the request's token belongs to, requested once by the guards. */
  member: Promise<CurrentMember> | undefined;
  /** The draft, decrypted once by `readDraft`. */
  draft: Draft | undefined;
  /** True if the draft was saved, so that the response sets its cookie. */
  isDraftSaved: boolean;
  /** The events that this page emits when it is shown. A redirect emits none. */
  events: AnalyticsEvent[];
  /** All events that the page emits, once `takePageEvents` has decided them. */
  documentEvents: AnalyticsEvent[] | undefined;
  /** The results of the page's loaders by route. Remix uses them and does not call the loaders again. */
  loaderResults: ReadonlyMap<string, Promise<unknown>> | undefined;
  /** Set-Cookie values by cookie name, without the draft's. */
  setCookies: Map<string, string>;
  /** The Retry-After header of a response that asks the client to try again, in seconds. */
  retryAfter: number | undefined;
}

export function newResponseState({ variantsCookie }: Pick<Variants, "variantsCookie">): ResponseState {
  return {
    hasFailed: false,
    namespaces: [],
    invalid: false,
    sentForm: undefined,
    returnedForm: undefined,
    shownStep: undefined,
    checks: new Map(),
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
