import type { TypedResponse } from "@remix-run/node";
import type { RequestContext } from "./context.server";
import { findForbiddenReferrer } from "~/domain/referrer/referrer.server";
import { checkInvitation } from "./code-check.server";
import { saveDraft, readDraft } from "./draft.server";
import { toDraftFields, readLinkedInvitation, type LinkedInvitation } from "./invitation.server";
import { findCampaign } from "./paths";
import { redirectToPage, createUnavailablePage } from "./replies.server";

const maxStoredHostLength = 100;

/**
 * Redirects visitors from a listed site to the deny page, and saves their code and referrer
 * (docs/product/registration.md#referrers-and-country). Returns undefined for all other visitors. Visitors from a mail
 * site are not redirected if their link is usable.
 *
 * @throws the error page if acq does not answer, or the 429 page after too many codes
 */
export async function refuseForbiddenReferrer(
  context: RequestContext,
): Promise<TypedResponse<never> | undefined> {
  const referrer = findForbiddenReferrer(context.requestInfo.headers.referrer, listOwnHosts(context.config));
  if (!referrer) return undefined;
  const invitationInLink = readLinkedInvitation(context);
  if (referrer.group === "mail" && (await isInvitationUsable(context, invitationInLink))) return undefined;

  const campaign = findCampaign(context.path);
  const draft = await readDraft(context);
  saveDraft(context, {
    ...draft,
    ...(campaign && { campaign }),
    ...(invitationInLink.status === "given" && toDraftFields(invitationInLink.invitation)),
    referrer: draft.referrer ?? referrer.host.slice(-maxStoredHostLength),
  });
  return redirectToPage(context, "/registration/deny?reason=referrer");
}

/**
 * Validates the referrer's host that a form sends from the browser's storage. Returns undefined unless it is the host
 * of a site on the referrer blocklist.
 */
export function checkStoredReferrer(context: RequestContext, host: string): string | undefined {
  const referrer = findForbiddenReferrer(`https://${host}/`, listOwnHosts(context.config));
  return referrer?.host === host && host.length <= maxStoredHostLength ? host : undefined;
}

async function isInvitationUsable(
  context: RequestContext,
  invitationInLink: LinkedInvitation,
): Promise<boolean> {
  if (invitationInLink.status !== "given") return false;
  const codeCheck = await checkInvitation(context, invitationInLink.invitation);
  if (codeCheck.status === "failed") throw createUnavailablePage(context, codeCheck.failure);
  return codeCheck.status === "usable";
}

/** Returns the host names of this site. The referrer blocklist never applies to them. */
export function listOwnHosts(config: RequestContext["config"]): string[] {
  return [new URL(config.publicOrigin).hostname, ...config.localeDomains.keys()];
}
