import type { TypedResponse } from "@remix-run/node";
import type { AcqFailure } from "~/acq/answers";
import { type Viewer, viewer } from "~/acq/operations/viewer.server";
import type { RequestContext } from "./context.server";
import type { CurrentMember } from "./response-state.server";
import { notFound, seeOther, unavailable } from "./replies.server";
import type { Acq } from "~/acq/client.server";

/** Returns the member of the request's token. A token that acq rejects counts as none. */
async function currentMember(dependencies: { acq: Acq }): Promise<CurrentMember> {
  const answer = await viewer(dependencies.acq);
  if (!answer.ok) return { status: "failed", failure: answer.failure };
  return answer.data ? { status: "member", member: answer.data } : { status: "anonymous" };
}

/** docs/product/overview.md#purpose. Unknown roles grant nothing. */
export function isAdmin(member: Viewer): boolean {
  return member.roles.includes("ADMIN");
}

/** Returns the current member. acq is called once per request, however many guards there are. */
function currentMemberOf(context: RequestContext): Promise<CurrentMember> {
  const hasToken = Boolean(context.requestCookies[context.config.token.cookie]);
  return (context.responseState.member ??= hasToken
    ? currentMember(context)
    : Promise.resolve({ status: "anonymous" }));
}

/** @throws a redirect to the login page for other visitors, or the page for an acq that does not answer */
export async function requireMember(context: RequestContext): Promise<Viewer> {
  const current = await currentMemberOf(context);
  if (current.status === "failed") throw unavailable(context, current.failure);
  if (current.status === "anonymous") throw toLogin(context);
  return current.member;
}

/**
 * Guards a page's loader.
 *
 * @throws like `requireMember`, and the not-found page for a member without the role (docs/product/pages.md#pages). A
 * page
 *   that its action shows again passes: acq may have failed there, and the typed values are kept.
 */
export async function requireAdmin(context: RequestContext): Promise<void> {
  if (context.responseState.invalid && (await administration(context)).status === "failed") return;
  const member = await requireMember(context);
  if (!isAdmin(member)) throw notFound(context);
}

export type Administration =
  | { status: "granted" }
  | { status: "refused" }
  | { status: "failed"; failure: AcqFailure };

/** Guards an action. The loader refuses the same visitors, and renders their page. */
export async function administration(context: RequestContext): Promise<Administration> {
  const current = await currentMemberOf(context);
  if (current.status === "failed") return current;
  return { status: current.status === "member" && isAdmin(current.member) ? "granted" : "refused" };
}

/** In milliseconds: the longest that a page waits for the member's name. */
const nameWaitMs = 300;

/**
 * Returns the member's first name for the header; without a name while acq is slow; undefined without a token that acq
 * accepts.
 */
export async function memberName(context: RequestContext): Promise<{ firstName?: string } | undefined> {
  const current = await Promise.race([currentMemberOf(context), noAnswerSoon()]);
  if (current === undefined || current.status === "failed") return {};
  return current.status === "member" ? { firstName: current.member.firstName } : undefined;
}

function noAnswerSoon(): Promise<undefined> {
  return new Promise((resolve) => setTimeout(resolve, nameWaitMs, undefined).unref());
}

/** Returns true if acq accepts the visitor's token; false while acq does not answer. */
export async function isSignedIn(context: RequestContext): Promise<boolean> {
  return (await currentMemberOf(context)).status === "member";
}

function toLogin(context: RequestContext): TypedResponse<never> {
  return seeOther(context, `/login?returnTo=${encodeURIComponent(context.requestInfo.address.url)}`);
}
