import type { Viewer } from "~/acq/operations/viewer.server";
import type { AcqFailure } from "~/acq/results";
import type { DataLayerEvent } from "~/domain/analytics-events";
import type { CodeCheck } from "~/domain/registration/check-code.server";
import type { Draft } from "~/domain/registration/draft-schema.server";

/**
 * The result of a check under a limit. `limited`: the network has used too many unknown codes, so acq was not called
 * (docs/decisions/code-limits.md). `canOpenHere`: true if only links from other sites are limited, so that the visitor
 * can still open the link by a click on this site.
 */
export type LimitedCodeCheck = CodeCheck | { status: "limited"; retryAfter: number; canOpenHere?: boolean };

export type CurrentMember =
  | { status: "anonymous" }
  | { status: "member"; member: Viewer }
  | { status: "failed"; failure: AcqFailure };

/**
 * The values that loaders and actions of one request have already read or computed. Only the functions that a
 * property's comment names use the property.
 */
export interface RequestCache {
  /** The decrypted draft, for `readDraft` and `saveDraft`. */
  draft?: Draft;
  /** The member that the request's token belongs to, for the functions in guards.server.ts. */
  member?: Promise<CurrentMember>;
  /** The checks of invitations so far, for `checkInvitationWithinLimit`. */
  invitationChecks: Map<string, Promise<LimitedCodeCheck>>;
  /** All analytics events that the page emits, including saved ones, for `takePageEvents`. */
  documentEvents?: DataLayerEvent[];
  /**
   * Results of loaders that have already run, by route. Remix uses these results and does not call the loaders again.
   */
  loaderResults?: ReadonlyMap<string, Promise<unknown>>;
}
