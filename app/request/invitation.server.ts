import type { TypedResponse } from "@remix-run/node";
import type { RequestContext } from "./context.server";
import type { Invitation } from "~/domain/registration/check-code.server";
import type { Draft } from "~/domain/registration/draft-schema.server";
import { readLinkValue } from "~/domain/registration/link-values";
import type { RefusalReason } from "~/domain/registration/registration-code";
import { countDamagedLink } from "./code-check.server";
import { saveDraft, readDraft } from "./draft.server";
import { redirectToPage } from "./replies.server";
import { readVisitOrigin } from "./visit.server";

export type LinkedInvitation =
  | { status: "none" }
  /** The link cannot be repaired. `code`: its code, if that is readable. */
  | { status: "damaged"; code: string | undefined }
  | { status: "given"; invitation: Invitation };

/**
 * Returns the invitation in the URL's parameters `rc` and `vt`, after repairing damaged values
 * (docs/product/registration.md#registration-codes).
 */
export function readLinkedInvitation({ currentUrl }: Pick<RequestContext, "currentUrl">): LinkedInvitation {
  const { searchParams } = currentUrl;
  const code = readLinkValue(searchParams, "rc");
  // A link with an empty code counts as no invitation.
  if (code.status === "none") return { status: "none" };
  const timestamp = readLinkValue(searchParams, "vt");
  if (code.status === "damaged" || timestamp.status === "damaged")
    return { status: "damaged", code: code.status === "ok" ? code.value : undefined };
  const validityTimestamp = timestamp.status === "ok" ? timestamp.value : null;
  return { status: "given", invitation: { code: code.value, validityTimestamp } };
}

/** Returns the invitation in the URL. If the URL has none, returns the invitation in the draft. */
export async function findCurrentInvitation(context: RequestContext): Promise<LinkedInvitation> {
  const invitationInLink = readLinkedInvitation(context);
  if (invitationInLink.status !== "none") return invitationInLink;
  const { registrationCode, validityTimestamp } = await readDraft(context);
  if (!registrationCode) return { status: "none" };
  return {
    status: "given",
    invitation: { code: registrationCode, validityTimestamp: validityTimestamp ?? null },
  };
}

/**
 * Saves a usable invitation in the draft. The visitor's next visit then has the invitation too, even without script
 * (docs/product/cookies-and-events.md#cookies-and-storage).
 *
 * @param inviter - the name that acq returned; null if acq was not called again
 * @param campaign - the slug of the landing page, if the invitation was opened there
 */
export async function saveInvitation(
  context: RequestContext,
  invitation: Invitation,
  { inviter, campaign }: { inviter: string | null; campaign?: string | undefined },
): Promise<void> {
  const draft = await readDraft(context);
  saveDraft(context, {
    ...draft,
    ...toDraftFields(invitation),
    ...readVisitOrigin(context, draft),
    refusedCode: undefined,
    typedCode: undefined,
    inviter: inviter ?? (draft.registrationCode === invitation.code ? draft.inviter : undefined),
    ...(campaign && { campaign }),
  });
}

/** The parts of a refused invitation that are known. `code` is undefined if the link's code could not be read. */
interface RefusedInvitation {
  code?: string | undefined;
  inviter?: string | null;
  campaign?: string | undefined;
  /** True if the request opened a page: the draft then also saves how the visitor came to the site. */
  isPageView?: boolean;
}

/**
 * Redirects to the deny page, which shows the reason and a field for another code. An earlier invitation in the draft
 * is kept, so that a broken second link does not delete it.
 */
export async function denyInvitation(
  context: RequestContext,
  reason: RefusalReason,
  { code, inviter, campaign, isPageView = false }: RefusedInvitation = {},
): Promise<TypedResponse<never>> {
  const draft = await readDraft(context);
  const refusedInvitation = {
    refusedCode: code,
    typedCode: undefined,
    inviter: inviter ?? undefined,
    ...(campaign && { campaign }),
  };
  // If there is nothing to save or delete, no cookie is set. The deny page can then be a shared (cached) page.
  const hasNothingToSave = [...Object.values(draft), ...Object.values(refusedInvitation)].every(
    (draftPart) => draftPart === undefined,
  );
  const visitOrigin = isPageView ? readVisitOrigin(context, draft) : {};
  if (!hasNothingToSave) saveDraft(context, { ...draft, ...refusedInvitation, ...visitOrigin });
  return redirectToPage(context, `/registration/deny?reason=${reason}`);
}

/** Counts a link with an empty code, or with a timestamp but without a code: a mailing has not filled in the code. */
export function countLinkWithoutCode(context: RequestContext): void {
  const { searchParams } = context.currentUrl;
  if (searchParams.has("rc") || searchParams.has("vt")) countDamagedLink(context);
}

/** Redirects to the deny page because the opened link is damaged. */
export function denyDamagedLink(
  context: RequestContext,
  { code }: { code: string | undefined },
  campaign?: string,
): Promise<TypedResponse<never>> {
  countDamagedLink(context);
  return denyInvitation(context, "link", { code, campaign, isPageView: true });
}

/**
 * Returns an invitation as parts of a draft. An invitation without a timestamp removes the timestamp of an earlier
 * invitation from the draft.
 */
export function toDraftFields({ code, validityTimestamp }: Invitation): Draft {
  return { registrationCode: code, validityTimestamp: validityTimestamp ?? undefined };
}
