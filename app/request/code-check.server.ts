import type { RequestContext } from "./context.server";
import type { RequestInfo } from "./request-info";
import type { LimitedCodeCheck } from "./request-cache.server";
import { checkCode, type CodeCheck, type Invitation } from "~/domain/registration/check-code.server";
import { isCrawler } from "./crawler";
import { readDraft } from "./draft.server";
import { toCodeKey } from "./limits/limit-keys.server";
import {
  createOpenLinkPage,
  refundAttemptsWithoutResponse,
  createTooManyAttemptsPage,
} from "./replies.server";

/**
 * The way in which a request received its code: typed, from a link or the draft, or in a submitted form. A form may be
 * sent twice: if its first submission has reserved the code's last place, the code still passes.
 */
type InvitationSource = "typed" | "linked" | "submitted";

/**
 * Checks with acq the invitation that a page was opened with.
 *
 * @param onAllowed - called before acq is called, unless the limit of codes is reached
 * @throws the 429 page if the limit of codes is reached
 */
export async function checkInvitation(
  context: RequestContext,
  invitation: Invitation,
  onAllowed?: () => void,
): Promise<CodeCheck> {
  const codeCheck = await checkInvitationWithinLimit(context, invitation, "linked", onAllowed);
  if (codeCheck.status !== "limited") return codeCheck;
  if (codeCheck.canOpenHere) throw createOpenLinkPage(context);
  throw createTooManyAttemptsPage(context, codeCheck.retryAfter);
}

/** Checks an invitation. All checks of the same invitation within a request share one call to acq. */
export function checkInvitationWithinLimit(
  context: RequestContext,
  invitation: Invitation,
  invitationSource: InvitationSource,
  onAllowed?: () => void,
): Promise<LimitedCodeCheck> {
  const { invitationChecks } = context.requestCache;
  const key = JSON.stringify(invitation);
  const codeCheck =
    invitationChecks.get(key) ?? checkCodeWithinLimit(context, invitation, invitationSource, onAllowed);
  invitationChecks.set(key, codeCheck);
  return codeCheck;
}

/**
 * Returns false for a request that a page sends without opening the URL, for example as an image. Such a request
 * neither calls acq nor counts as a guess (docs/product/registration.md#registration-codes).
 */
function isOpenedByPerson({ address, headers: { fetchDest, fetchSite } }: RequestInfo): boolean {
  if (fetchDest === undefined || fetchDest === "document") return true;
  return address.isDataRequest && fetchSite === "same-origin";
}

/** Returns true if a page of another site has opened the link, either by itself or after a visitor's click. */
function isCrossSiteRequest({ headers: { fetchSite } }: RequestInfo): boolean {
  return fetchSite === "cross-site" || fetchSite === "same-site";
}

async function checkCodeWithinLimit(
  context: RequestContext,
  invitation: Invitation,
  invitationSource: InvitationSource,
  onAllowed?: () => void,
): Promise<LimitedCodeCheck> {
  const { limits, requestInfo, visitorMetrics, clientNetwork: network } = context;
  if (!isOpenedByPerson(requestInfo))
    return { status: "refused", reason: "link", inviter: null, isUnknownCode: false };
  const { registrationId } = await readDraft(context);
  const linkedCodeSource = isCrossSiteRequest(requestInfo) ? "crossSite" : "linked";
  const codeSource = invitationSource === "typed" ? invitationSource : linkedCodeSource;
  const codeAttempt = await limits.countCodeAttempt(requestInfo.clientAddress, invitation.code, codeSource);
  if (codeAttempt.status === "limited")
    return { status: "limited", retryAfter: codeAttempt.retryAfter, canOpenHere: codeSource === "crossSite" };
  onAllowed?.();
  const codeKey = toCodeKey(invitation.code);
  const codeCheck = await checkCode(
    {
      acq: context.acq,
      countCodeCheck: (error) => visitorMetrics.countCodeCheck(error, { codeKey, network }),
    },
    invitation,
    invitationSource === "submitted" || registrationId !== undefined,
  );
  if (codeCheck.status === "refused" && codeCheck.isUnknownCode) await codeAttempt.countAsUnknownCode();
  else if (codeCheck.status === "failed") await refundAttemptsWithoutResponse(context, codeAttempt);
  // The visitor does not wait for the refund: it never fails, and nothing depends on it.
  else void codeAttempt.refund();
  if (codeCheck.status === "usable" && !isLinkScanner(requestInfo)) visitorMetrics.countInvitedVisit(network);
  return codeCheck;
}

/** Counts a link with an unreadable code or timestamp, so that operators notice a mailing with such links. */
export function countDamagedLink({ requestInfo, visitorMetrics, clientNetwork }: RequestContext): void {
  if (isOpenedByPerson(requestInfo) && !isLinkScanner(requestInfo))
    visitorMetrics.countDamagedLink(clientNetwork);
}

/**
 * Returns true for HEAD requests and requests of crawlers. They do not count as visits: link scanners of mail services
 * send such requests after each mailing, and never register.
 */
export function isLinkScanner({ method, headers }: RequestInfo): boolean {
  return method === "HEAD" || isCrawler(headers.userAgent);
}
