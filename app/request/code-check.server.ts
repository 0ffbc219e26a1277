import type { RequestContext } from "./context.server";
import type { RequestInfo } from "./request-info";
import type { LimitedCheck } from "./response-state.server";
import { checkCode, type CodeCheck, type Invitation } from "~/domain/registration/check-code.server";
import { readDraft } from "./draft.server";
import { networkOf } from "./limits/limit-keys.server";
import { openHere, refundUnanswered, tooMany } from "./replies.server";

/**
 * How the code of an invitation arrived: typed, in a link (or saved from one), or in a form, which may be sent twice.
 */
export type InvitationSource = "typed" | "linked" | "submitted";

/**
 * Checks the invitation of a page with acq.
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
  if (check.status !== "over") return check;
  if (check.canOpenHere) throw openHere(context);
  throw tooMany(context, check.retryAfter);
}

/** Checks an invitation. acq is called once per request and invitation, however many callers there are. */
export function checkInvitationOf(
  context: RequestContext,
  invitation: Invitation,
  source: InvitationSource,
  onAllowed?: () => void,
): Promise<LimitedCheck> {
  const { checks } = context.responseState;
  const key = JSON.stringify(invitation);
  const check = checks.get(key) ?? checkWithinLimit(context, invitation, source, onAllowed);
  checks.set(key, check);
  return check;
}

/**
 * Returns false for a request that another site can cause, such as an image with this URL. Such a request neither
 * reaches acq nor counts as a guess (docs/product/registration.md#registration-codes).
 */
function isOpenedByPerson({ address, headers: { fetchDest, fetchSite } }: RequestInfo): boolean {
  if (fetchDest === undefined || fetchDest === "document") return true;
  return address.isData && fetchSite === "same-origin";
}

/** Returns true for a link that a page of another site opened, with its visitor's click or without. */
function isOpenedByOtherSite({ headers: { fetchSite } }: RequestInfo): boolean {
  return fetchSite === "cross-site" || fetchSite === "same-site";
}

async function checkWithinLimit(
  context: RequestContext,
  invitation: Invitation,
  source: InvitationSource,
  onAllowed?: () => void,
): Promise<LimitedCheck> {
  const { limits, requestInfo } = context;
  if (!isOpenedByPerson(requestInfo))
    return { status: "refused", reason: "link", inviter: null, isUnknown: false };
  const { registrationId } = await readDraft(context);
  const linkSource = isOpenedByOtherSite(requestInfo) ? "crossSite" : "linked";
  const codeSource = source === "typed" ? source : linkSource;
  const attempt = await limits.tryCode(requestInfo.clientAddress, invitation.code, codeSource);
  if (attempt.status === "over")
    return { status: "over", retryAfter: attempt.retryAfter, canOpenHere: codeSource === "crossSite" };
  onAllowed?.();
  const check = await checkCode(context, invitation, source === "submitted" || registrationId !== undefined);
  if (check.status === "refused" && check.isUnknown) await attempt.countUnknown();
  else if (check.status === "failed") await refundUnanswered(context, attempt);
  // The visitor need not wait for it: it never fails, and nothing depends on it.
  else void attempt.refund();
  if (check.status === "usable") countInvited(context);
  return check;
}

/** Counts an invited network once in ten minutes, because a visitor may open the same link many times. */
function countInvited({ invitedNetworks, metrics, requestInfo }: RequestContext): void {
  const network = networkOf(requestInfo.clientAddress);
  if (invitedNetworks.has(network)) return;
  invitedNetworks.set(network, true);
  metrics.countInvited();
}
