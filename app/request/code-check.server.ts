import type { RequestContext } from "./context.server";
import type { RequestInfo } from "./request-info";
import type { LimitedCheck } from "./response-state.server";
import { checkCode, type CodeCheck, type Invitation } from "~/domain/registration/check-code.server";
import { readDraft } from "./draft.server";
import { networkOf } from "./limits/limit-keys.server";
import { refundUnanswered, tooMany } from "./replies.server";

/** The origin of an invitation: typed, in a link (or saved from one), or in a form, which may be sent twice. */
export type InvitationWay = "typed" | "linked" | "submitted";

/**
 * Checks a page's invitation.
 *
 * @param onAllowed - called before acq is called
 * @throws the 429 page after too many codes
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

/** Returns the check of an invitation. acq is called once per request, however many callers there are. */
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
 * Returns false for a request that another site can cause, such as an image with this address. acq is not called for it
 * and it does not count as a guess (docs/product/registration.md#registration-codes).
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

/** Counts a network once in ten minutes: a visitor may open the same link many times. */
function countInvited({ invitedNetworks, metrics, requestInfo }: RequestContext): void {
  const network = networkOf(requestInfo.clientAddress);
  if (invitedNetworks.has(network)) return;
  invitedNetworks.set(network, true);
  metrics.invited();
}
