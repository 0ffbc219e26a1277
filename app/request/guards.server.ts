import type { TypedResponse } from "@remix-run/node";
import type { AcqFailure } from "~/acq/answers";
import { type Viewer, viewer } from "~/acq/operations/viewer.server";
import type { RequestContext } from "./context.server";
import type { CurrentMember } from "./response-state.server";
import { notFound, seeOther, unavailable } from "./replies.server";
import type { Acq } from "~/acq/client.server";

/** The member of the request's token; a token that acq does not accept is as good as none. */
async function currentMember(dependencies: { acq: Acq }): Promise<CurrentMember> {
  const asked = await viewer(dependencies.acq);
  if (!asked.ok) return { status: "failed", failure: asked.failure };
  return asked.data ? { status: "member", member: asked.data } : { status: "anonymous" };
}

/** docs/product.md#purpose. A role that is not known here opens nothing. */
export function isAdmin(member: Viewer): boolean {
  return member.roles.includes("ADMIN");
}

/** The current member; acq is asked once in a request, however many guards there are. */
function currentMemberOf(context: RequestContext): Promise<CurrentMember> {
  const hasToken = Boolean(context.requestCookies[context.config.token.cookie]);
  return (context.responseState.member ??= hasToken
    ? currentMember(context)
    : Promise.resolve({ status: "anonymous" }));
}

/** @throws for anybody else: to login and back here, or the page that says that acq gives no answer */
export async function requireMember(context: RequestContext): Promise<Viewer> {
  const current = await currentMemberOf(context);
  if (current.status === "failed") throw unavailable(context, current.failure);
  if (current.status === "anonymous") throw toLogin(context);
  return current.member;
}

/**
 * For a page's loader.
 *
 * @throws like `requireMember`, and the not-found page for a member without the role (docs/product.md#pages); not for
 * a page that its action shows again: acq may have failed there, and what was typed is kept.
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

/** For actions: whoever is refused here is refused by the loader too, which then has its page drawn whole. */
export async function administration(context: RequestContext): Promise<Administration> {
  const current = await currentMemberOf(context);
  if (current.status === "failed") return current;
  return { status: current.status === "member" && isAdmin(current.member) ? "granted" : "refused" };
}

/** In milliseconds: no page waits longer to say by name who has logged in. */
const nameWaitMs = 300;

/**
 * For the header: the first name of who has logged in, none while acq does not tell it soon; undefined without a token
 * that acq accepts.
 */
export async function memberName(context: RequestContext): Promise<{ firstName?: string } | undefined> {
  const current = await Promise.race([currentMemberOf(context), noAnswerSoon()]);
  if (current === undefined || current.status === "failed") return {};
  return current.status === "member" ? { firstName: current.member.firstName } : undefined;
}

function noAnswerSoon(): Promise<undefined> {
  return new Promise((resolve) => setTimeout(resolve, nameWaitMs, undefined).unref());
}

/** Whether acq knows the visitor's token; while it gives no answer nobody is taken for signed in. */
export async function isSignedIn(context: RequestContext): Promise<boolean> {
  return (await currentMemberOf(context)).status === "member";
}

function toLogin(context: RequestContext): TypedResponse<never> {
  return seeOther(context, `/login?returnTo=${encodeURIComponent(context.requestInfo.address.url)}`);
}
