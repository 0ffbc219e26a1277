import type { RequestContext } from "./context.server";
import { checkCode, type CodeCheck, type Invitation } from "~/domain/registration/check-code.server";
import { readDraft, saveDraft } from "./draft.server";
import { giveBackUnanswered, tooMany } from "./replies.server";

/** How an invitation came: typed, in a link (or kept of one), or with a form, which may be sent for the second time. */
export type InvitationWay = "typed" | "linked" | "submitted";

const asked = new WeakMap<RequestContext, Map<string, Promise<CodeCheck>>>();

/**
 * The check of an invitation; acq is asked once in a request, however many callers there are.
 *
 * @throws the 429 page, before acq is asked and whatever the code is good for, when too many were tried that acq does
 * not know (docs/decisions/limits.md)
 */
export function checkInvitation(
  context: RequestContext,
  invitation: Invitation,
  way: InvitationWay = "linked",
): Promise<CodeCheck> {
  const checks = asked.get(context) ?? new Map<string, Promise<CodeCheck>>();
  asked.set(context, checks);
  const key = JSON.stringify(invitation);
  const check = checks.get(key) ?? checkWithinLimit(context, invitation, way);
  checks.set(key, check);
  return check;
}

async function checkWithinLimit(
  context: RequestContext,
  invitation: Invitation,
  way: InvitationWay,
): Promise<CodeCheck> {
  const { limits, facts } = context;
  const { registrationId, registrationCode } = await readDraft(context);
  const attempt = await limits.tryCode(
    facts.clientAddress,
    invitation.code,
    way === "typed" ? way : "linked",
  );
  if (attempt.status === "over") {
    // A typed code is offered again, but not in the place of an invitation.
    if (way === "typed" && registrationCode === undefined)
      await saveDraft(context, { ...(await readDraft(context)), registrationCode: invitation.code });
    throw tooMany(context, attempt.retryAfter);
  }
  const check = await checkCode(context, invitation, way === "submitted" || registrationId !== undefined);
  if (check.status === "refused" && check.isUnknown) await attempt.wasUnknown();
  else if (check.status === "failed") await giveBackUnanswered(context, attempt);
  else await attempt.giveBack();
  return check;
}
