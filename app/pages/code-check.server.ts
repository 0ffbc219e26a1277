import type { RequestContext } from "~/context.server";
import { checkCode, type CodeCheck, type Invitation } from "~/domain/registration/check-code.server";
import { readDraft } from "./draft.server";
import { tooMany } from "./replies.server";

const asked = new WeakMap<RequestContext, Map<string, Promise<CodeCheck>>>();

/**
 * What an invitation is good for; acq is asked once in a request, whoever wants to know.
 *
 * @param isSubmission a form is sent with it, perhaps for the second time
 * @throws the 429 page for one code too many that acq does not know (contract.md, section 6)
 */
export function checkInvitation(
  context: RequestContext,
  invitation: Invitation,
  isSubmission = false,
): Promise<CodeCheck> {
  const checks = asked.get(context) ?? new Map<string, Promise<CodeCheck>>();
  asked.set(context, checks);
  const key = JSON.stringify(invitation);
  const check = checks.get(key) ?? checkAndCount(context, invitation, isSubmission);
  checks.set(key, check);
  return check;
}

async function checkAndCount(
  context: RequestContext,
  invitation: Invitation,
  isSubmission: boolean,
): Promise<CodeCheck> {
  const { registrationId } = await readDraft(context);
  const check = await checkCode(context, invitation, isSubmission || registrationId !== undefined);
  if (check.status !== "refused" || !check.isUnknown) return check;
  const verdict = await context.limits.takeGuess(context.facts.clientAddress, invitation.code);
  if (verdict.status === "over") throw tooMany(context, verdict.retryAfter);
  return check;
}
