import type { TypedResponse } from "@remix-run/node";
import type { RequestContext } from "./context.server";
import type { Invitation } from "~/domain/registration/check-code.server";
import type { Draft } from "~/domain/registration/draft.schema";
import { readLinkValue } from "~/domain/registration/link-values";
import type { RefusalReason } from "~/domain/registration/registration-code";
import { saveDraft, readDraft } from "./draft.server";
import { seeOther } from "./replies.server";
import { visitOf } from "./visit.server";

export type LinkedInvitation =
  | { status: "none" }
  /** A link that cannot be repaired; its code, if that is readable. */
  | { status: "damaged"; code: string | undefined }
  | { status: "given"; invitation: Invitation };

/** The invitation that a URL carries as `rc` and `vt`, repaired (docs/product.md#registration-codes). */
export function linkedInvitation({ currentUrl }: Pick<RequestContext, "currentUrl">): LinkedInvitation {
  const { searchParams } = currentUrl;
  const code = readLinkValue(searchParams, "rc");
  // A link whose code was left empty is as good as none.
  if (code.status === "none") return { status: "none" };
  const timestamp = readLinkValue(searchParams, "vt");
  if (code.status === "damaged" || timestamp.status === "damaged")
    return { status: "damaged", code: code.status === "ok" ? code.value : undefined };
  const validityTimestamp = timestamp.status === "ok" ? timestamp.value : null;
  return { status: "given", invitation: { code: code.value, validityTimestamp } };
}

/** The URL's invitation, else the draft's. */
export async function currentInvitation(context: RequestContext): Promise<LinkedInvitation> {
  const linked = linkedInvitation(context);
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
 * @param inviter as acq told it; null where it was not asked again
 * @param campaign the landing page's slug that it came with
 */
export async function saveInvitation(
  context: RequestContext,
  invitation: Invitation,
  { inviter, campaign }: { inviter: string | null; campaign?: string | undefined },
): Promise<void> {
  const draft = await readDraft(context);
  saveDraft(context, {
    ...draft,
    ...draftOf(invitation),
    ...visitOf(context, draft),
    refusedCode: undefined,
    inviter: inviter ?? (draft.registrationCode === invitation.code ? draft.inviter : undefined),
    ...(campaign && { campaign }),
  });
}

/** What is known of an invitation that opens nothing; without a code it could not be read. */
interface RefusedInvitation {
  code?: string | undefined;
  inviter?: string | null;
  campaign?: string | undefined;
  /** True if the visitor's way to this page is kept in the draft too. */
  isVisit?: boolean;
}

/**
 * To the page that says why an invitation opens nothing, where its code can be typed and its inviter be asked for
 * another. The draft's own invitation stays: a second link that is broken does not take the first one away.
 */
export async function denyInvitation(
  context: RequestContext,
  reason: RefusalReason,
  { code, inviter, campaign, isVisit = false }: RefusedInvitation = {},
): Promise<TypedResponse<never>> {
  const draft = await readDraft(context);
  const refused = { refusedCode: code, inviter: inviter ?? undefined, ...(campaign && { campaign }) };
  // Where there is nothing to keep or to forget no cookie is needed: the page without a draft is everybody's.
  const isEmpty = [...Object.values(draft), ...Object.values(refused)].every((part) => part === undefined);
  const visit = isVisit ? visitOf(context, draft) : {};
  if (!isEmpty) saveDraft(context, { ...draft, ...refused, ...visit });
  return seeOther(context, `/registration/deny?reason=${reason}`);
}

/** A draft's part of an invitation; a timestamp of another one goes. */
export function draftOf({ code, validityTimestamp }: Invitation): Draft {
  return { registrationCode: code, validityTimestamp: validityTimestamp ?? undefined };
}
