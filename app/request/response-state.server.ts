import type { CountryOption } from "~/acq/operations/check-registration-code.server";
import type { AcqFailure } from "~/acq/answers";
import type { Viewer } from "~/acq/operations/viewer.server";
import type { AnalyticsEvent } from "~/domain/analytics-events";
import type { CodeCheck } from "~/domain/registration/check-code.server";
import type { Draft } from "~/domain/registration/draft.schema";
import type { Variants } from "~/experiments/variants";
import type { Namespace } from "~/i18n/locales";
import type { FormIdentity } from "./form-token.server";

/** acq's answer about the invitation of a registration form that is shown again. */
export interface ReturnedForm {
  inviter: string | null;
  countryOptions: CountryOption[];
}

/** `over`: too many unknown codes. acq is not called then, whatever the code is (docs/decisions/limits.md). */
export type LimitedCheck = CodeCheck | { status: "over"; retryAfter: number };

export type CurrentMember =
  | { status: "anonymous" }
  | { status: "member"; member: Viewer }
  | { status: "failed"; failure: AcqFailure };

/** The parts of one request's answer except its page. */
export interface ResponseState {
  /** True after an unexpected error: the page shows the error id. */
  failed: boolean;
  /** Namespaces of text that the browser needs in addition to those of the page's `handle`. */
  namespaces: Namespace[];
  /** Set by an action that shows its page again with an error: the title starts with "Error: ". */
  invalid: boolean;
  /**
   * The form that an action has read. Shown again, it stays the same form (docs/product/registration.md#registration).
   */
  sentForm: FormIdentity | undefined;
  /** Set by the registration form's action when it shows its page again, so that the loader need not call acq. */
  returnedForm: ReturnedForm | undefined;
  /** The step of the registration form that its action shows without a redirect. */
  shownStep: 1 | 2 | undefined;
  /** The checks of invitations, each made once: `checkInvitationOf`. */
  checks: Map<string, Promise<LimitedCheck>>;
  /** The member of the request's token, read once by the guards. */
  member: Promise<CurrentMember> | undefined;
  /** Read once by `readDraft`. */
  draft: Draft | undefined;
  /** True if the draft was saved: the response sets its cookie. */
  isDraftSaved: boolean;
  /** The events of showing this page. A redirect emits none. */
  events: AnalyticsEvent[];
  /** All events that the page emits, once they are decided: `takePageEvents`. */
  documentEvents: AnalyticsEvent[] | undefined;
  /** The results of the page's loaders by route: Remix does not call a loader a second time. */
  loaderResults: ReadonlyMap<string, Promise<unknown>> | undefined;
  /** Set-Cookie values by cookie, without the draft's. */
  outgoing: Map<string, string>;
  /** The Retry-After header of a request that is refused for now, in seconds. */
  retryAfter: number | undefined;
}

export function newResponseState({ variantsCookie }: Pick<Variants, "variantsCookie">): ResponseState {
  return {
    failed: false,
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
    outgoing: new Map(variantsCookie === undefined ? [] : [["variants", variantsCookie]]),
    retryAfter: undefined,
  };
}
