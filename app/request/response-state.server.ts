import type { CountryOption } from "~/acq/operations/check-registration-code.server";
import type { AcqFailure } from "~/acq/answers";
import type { Viewer } from "~/acq/operations/viewer.server";
import type { AnalyticsEvent } from "~/domain/analytics-events";
import type { CodeCheck } from "~/domain/registration/check-code.server";
import type { Draft } from "~/domain/registration/draft.schema";
import type { Variants } from "~/experiments/variants";
import type { Area } from "~/i18n/locales";
import type { FormIdentity } from "./form-token.server";

/** acq's answer about the invitation whose registration form comes back to its visitor. */
export interface ReturnedForm {
  inviter: string | null;
  countryOptions: CountryOption[];
}

/**
 * `over`: too many codes were tried that acq does not know. It is not asked then, whatever the code is good for
 * (docs/decisions/limits.md).
 */
export type LimitedCheck = CodeCheck | { status: "over"; retryAfter: number };

export type CurrentMember =
  | { status: "anonymous" }
  | { status: "member"; member: Viewer }
  | { status: "failed"; failure: AcqFailure };

/** The parts of the answer to one request besides its page. */
export interface ResponseState {
  /** Whether this request has failed as nobody expected: its page shows the error id then. */
  failed: boolean;
  /** Areas of text that the browser needs beside those of the page's `handle`. */
  areas: Area[];
  /** Set by an action whose page is shown again with an error: titles begin with "Error: ". */
  invalid: boolean;
  /** The form that an action read; shown again, it stays the same form (docs/product.md#registration). */
  sentForm: FormIdentity | undefined;
  /** Set by the registration form's action when its page is shown again: the loader need not ask acq twice. */
  returned: ReturnedForm | undefined;
  /** The step of the registration form that its action leads to without a redirect. */
  shownStep: 1 | 2 | undefined;
  /** The checks of invitations, each made once: `checkInvitationOf`. */
  checks: Map<string, Promise<LimitedCheck>>;
  /** The member of the request's token; read once, by the guards. */
  member: Promise<CurrentMember> | undefined;
  /** Read once, by `readDraft`. */
  draft: Draft | undefined;
  /** True if the draft was saved: the response sets its cookie. */
  isDraftSaved: boolean;
  /** The events of showing this page; an answer that leads elsewhere tells none. */
  events: AnalyticsEvent[];
  /** All that the page tells, once that is decided: `takePageEvents`. */
  documentEvents: AnalyticsEvent[] | undefined;
  /** What the page's loaders have decided already, by route: Remix asks none of them a second time. */
  loaded: ReadonlyMap<string, Promise<unknown>> | undefined;
  /** Cookies to set beside the draft: Set-Cookie values by cookie. */
  outgoing: Map<string, string>;
  /** Seconds until a request that was refused for now may be repeated: the Retry-After header. */
  retryAfter: number | undefined;
}

export function newResponseState({ variantsCookie }: Pick<Variants, "variantsCookie">): ResponseState {
  return {
    failed: false,
    areas: [],
    invalid: false,
    sentForm: undefined,
    returned: undefined,
    shownStep: undefined,
    checks: new Map(),
    member: undefined,
    draft: undefined,
    isDraftSaved: false,
    events: [],
    documentEvents: undefined,
    loaded: undefined,
    outgoing: new Map(variantsCookie === undefined ? [] : [["variants", variantsCookie]]),
    retryAfter: undefined,
  };
}
