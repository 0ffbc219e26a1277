import type { RequestContext } from "./context.server";
import type { Invitation } from "~/domain/registration/check-code.server";
import type { Draft } from "~/domain/registration/draft.schema";
import { readLinkedCode, readTimestamp } from "~/domain/registration/registration-code";
import { saveDraft, readDraft } from "./draft.server";

export type LinkedInvitation =
  { status: "none" } | { status: "unreadable" } | { status: "given"; invitation: Invitation };

/** The invitation that a URL carries as `rc` and `vt` (docs/product.md#registration-codes). */
export function linkedInvitation(request: Request): LinkedInvitation {
  const { searchParams } = new URL(request.url);
  const codes = searchParams.getAll("rc");
  // A link whose code was left empty is as good as none.
  if (codes.every((code) => code.trim() === "")) return { status: "none" };
  const code = readLinkedCode(codes);
  if (code === undefined) return { status: "unreadable" };
  return { status: "given", invitation: { code, validityTimestamp: readTimestamp(searchParams.get("vt")) } };
}

/** The URL's invitation, else the draft's. */
export async function currentInvitation(
  context: RequestContext,
  request: Request,
): Promise<LinkedInvitation> {
  const linked = linkedInvitation(request);
  if (linked.status !== "none") return linked;
  const { registrationCode, validityTimestamp } = await readDraft(context);
  if (!registrationCode) return { status: "none" };
  return {
    status: "given",
    invitation: { code: registrationCode, validityTimestamp: validityTimestamp ?? null },
  };
}

/**
 * Keeps an invitation that can be used, so that it is offered again on the next visit, also to a browser without
 * script (docs/product.md#cookies-and-storage).
 *
 * @param campaign the landing page's slug that it came with
 */
export async function saveInvitation(
  context: RequestContext,
  invitation: Invitation,
  campaign?: string,
): Promise<void> {
  const draft = await readDraft(context);
  await saveDraft(context, { ...draft, ...draftOf(invitation), ...(campaign && { campaign }) });
}

/** A draft's part of an invitation; a timestamp of another one goes. */
export function draftOf({ code, validityTimestamp }: Invitation): Draft {
  return { registrationCode: code, validityTimestamp: validityTimestamp ?? undefined };
}
