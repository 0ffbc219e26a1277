import type { RequestContext } from "./context.server";
import type { RequestInfo } from "./request-info";
import type { LimitedCheck } from "./response-state.server";
import { checkCode, type CodeCheck, type Invitation } from "~/domain/registration/check-code.server";
import { readDraft } from "./draft.server";
import { networkOf } from "./limits/limit-keys.server";
import { refundUnanswered, tooMany } from "./replies.server";

/** How an invitation came: typed, in a link (or kept of one), or with a form, which may be sent for the second time. */
export type InvitationWay = "typed" | "linked" | "submitted";

/**
 * The check of a page's invitation.
 *
 * @param onAllowed - called when acq is about to be called for it
 * @throws the 429 page when there were too many
 */
export async function checkInvitation(
  context: RequestContext,
  invitation: Invitation,
  onAllowed?: () => void,
): Promise<CodeCheck> {
  const check = await checkInvitationOf(context, invitation, "linked", onAllowed);
  if (check.status === "over") throw tooMany(context, check.retryAfter);
  return check;
}

/** The check of an invitation; acq is asked once in a request, however many callers there are. */
export function checkInvitationOf(
  context: RequestContext,
  invitation: Invitation,
  way: InvitationWay,
  onAllowed?: () => void,
): Promise<LimitedCheck> {
  const { checks } = context.responseState;
  const key = JSON.stringify(invitation);
  const check = checks.get(key) ?? checkWithinLimit(context, invitation, way, onAllowed);
  checks.set(key, check);
  return check;
}

/**
 * Returns false for a request that another site can cause, a picture of the address for example: acq is not called for
 * it, and no guess is counted (docs/product.md#registration-codes).
 */
function isOpenedByPerson({ address, headers: { fetchDest, fetchSite } }: RequestInfo): boolean {
  if (fetchDest === undefined || fetchDest === "document") return true;
  return address.isData && fetchSite === "same-origin";
}

async function checkWithinLimit(
  context: RequestContext,
  invitation: Invitation,
  way: InvitationWay,
  onAllowed?: () => void,
): Promise<LimitedCheck> {
  const { limits, requestInfo } = context;
  if (!isOpenedByPerson(requestInfo))
    return { status: "refused", reason: "link", inviter: null, isUnknown: false };
  const { registrationId } = await readDraft(context);
  const attempt = await limits.tryCode(
    requestInfo.clientAddress,
    invitation.code,
    way === "typed" ? way : "linked",
  );
  if (attempt.status === "over") return { status: "over", retryAfter: attempt.retryAfter };
  onAllowed?.();
  const check = await checkCode(context, invitation, way === "submitted" || registrationId !== undefined);
  if (check.status === "refused" && check.isUnknown) await attempt.wasUnknown();
  else if (check.status === "failed") await refundUnanswered(context, attempt);
  else await attempt.refund();
  if (check.status === "usable") countInvited(context);
  return check;
}

/** Counts a network once in ten minutes: somebody who opens one link again and again is one visitor. */
function countInvited({ invitedNetworks, metrics, requestInfo }: RequestContext): void {
  const network = networkOf(requestInfo.clientAddress);
  if (invitedNetworks.has(network)) return;
  invitedNetworks.set(network, true);
  metrics.invited();
}
