import type { Viewer } from "~/acq/operations/viewer.server";
import type { AcqFailure } from "~/acq/results";
import type { DataLayerEvent } from "~/domain/analytics-events";
import type { CodeCheck } from "~/domain/registration/check-code.server";
import type { Draft } from "~/domain/registration/draft-schema.server";

/**
 * The result of a check under a limit. `over`: the network has used too many unknown codes, so acq was not called
 * (docs/decisions/code-limits.md). `canOpenHere`: only links from other sites are limited, so a click on this site can
 * still open the link.
 */
export type LimitedCheck = CodeCheck | { status: "limited"; retryAfter: number; canOpenHere?: boolean };

export type CurrentMember =
  | { status: "anonymous" }
  | { status: "member"; member: Viewer }
  | { status: "failed"; failure: AcqFailure };

/**
 * The values that loaders and actions of one request have already read or computed. Only the named functions use a
 * property.
 */
export interface RequestCache {
  /** For `readDraft` and `saveDraft`: the decrypted draft. */
  draft?: Draft;
  /** For the guards: the member that the request's token belongs to. */
  member?: Promise<CurrentMember>;
  /** For `checkLimitedInvitation`: the checks of invitations. */
  invitationChecks: Map<string, Promise<LimitedCheck>>;
  /** For `takePageEvents`: all analytics events that the page emits, including saved ones. */
  documentEvents?: DataLayerEvent[];
  /**
   * Results of loaders that have already run, by route. Remix uses these results and does not call the loaders again.
   */
  loaderResults?: ReadonlyMap<string, Promise<unknown>>;
}
