import type { TypedResponse } from "@remix-run/node";
import type { RequestContext } from "./context.server";
import { forbiddenReferrer } from "~/domain/referrer/referrer.server";
import { checkInvitation } from "./code-check.server";
import { saveDraft, readDraft } from "./draft.server";
import { draftOf, linkedInvitation, type LinkedInvitation } from "./invitation.server";
import { campaignOf } from "./paths";
import { seeOther, unavailable } from "./replies.server";

const maxStoredHost = 100;

/**
 * To the deny page for whom a listed site has sent, with code and referrer kept; undefined for everybody else
 * (docs/product.md#referrers-and-country). Mail does not count for a link that can be used: invitations come by mail.
 *
 * @throws the pages that say that acq gives no answer, or that too many codes were tried
 */
export async function refuseReferrer(context: RequestContext): Promise<TypedResponse<never> | undefined> {
  const found = forbiddenReferrer(context.requestInfo.headers.referrer, ownHosts(context.config));
  if (!found) return undefined;
  const linked = linkedInvitation(context);
  if (found.group === "mail" && (await isUsable(context, linked))) return undefined;

  const campaign = campaignOf(context.path);
  const draft = await readDraft(context);
  saveDraft(context, {
    ...draft,
    ...(campaign && { campaign }),
    ...(linked.status === "given" && draftOf(linked.invitation)),
    referrer: draft.referrer ?? found.host.slice(-maxStoredHost),
  });
  return seeOther(context, "/registration/deny?reason=referrer");
}

/** The host that a form tells out of the browser's storage; undefined for one that this guard has not put there. */
export function storedReferrer(context: RequestContext, host: string): string | undefined {
  const found = forbiddenReferrer(`https://${host}/`, ownHosts(context.config));
  return found?.host === host && host.length <= maxStoredHost ? host : undefined;
}

async function isUsable(context: RequestContext, linked: LinkedInvitation): Promise<boolean> {
  if (linked.status !== "given") return false;
  const check = await checkInvitation(context, linked.invitation);
  if (check.status === "failed") throw unavailable(context, check.failure);
  return check.status === "usable";
}

/** The hosts of this site, which are on no list. */
export function ownHosts(config: RequestContext["config"]): string[] {
  return [new URL(config.publicOrigin).hostname, ...config.localeDomains.keys()];
}
