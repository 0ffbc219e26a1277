import type { TypedResponse } from "@remix-run/node";
import type { AcqFailure } from "~/acq/results";
import { type Viewer, fetchViewer } from "~/acq/operations/viewer.server";
import { readMemberToken } from "~/cookies/cookies.server";
import type { RequestContext } from "./context.server";
import type { CurrentMember } from "./request-cache.server";
import { respondNotFound, redirectToPage, createUnavailablePage } from "./replies.server";
import type { Acq } from "~/acq/client.server";
import { waitAtMost } from "~/utils/time-limit";

/** Requests the member that the request's token belongs to. If acq rejects the token, the visitor is anonymous. */
async function fetchCurrentMember(dependencies: { acq: Acq }): Promise<CurrentMember> {
  const response = await fetchViewer(dependencies.acq);
  if (!response.ok) return { status: "failed", failure: response.failure };
  return response.data ? { status: "member", member: response.data } : { status: "anonymous" };
}

/** Returns true for an administrator (docs/product/overview.md#purpose). Unknown roles grant nothing. */
export function isAdmin(member: Viewer): boolean {
  return member.roles.includes("ADMIN");
}

/** Returns the current member. All callers within a request share one call to acq. */
function getCurrentMember(context: RequestContext): Promise<CurrentMember> {
  const hasToken = Boolean(readMemberToken(context));
  return (context.requestCache.member ??= hasToken
    ? fetchCurrentMember(context)
    : Promise.resolve({ status: "anonymous" }));
}

/**
 * Returns the signed-in member.
 *
 * @throws a redirect to the login page if the visitor is not signed in, or the error page if acq does not answer
 */
export async function requireMember(context: RequestContext): Promise<Viewer> {
  const currentMember = await getCurrentMember(context);
  if (currentMember.status === "failed") throw createUnavailablePage(context, currentMember.failure);
  if (currentMember.status === "anonymous") throw redirectToLogin(context);
  return currentMember.member;
}

/**
 * Throws unless the visitor is an administrator. Does not throw if acq fails while a rejected form is shown again, so
 * that the typed values are not lost.
 *
 * @throws like `requireMember`, and the not-found page for a member without the role (docs/product/pages.md#pages)
 */
export async function requireAdmin(context: RequestContext): Promise<void> {
  if (context.responseState.hasFormError && (await checkAdminAccess(context)).status === "failed") return;
  const member = await requireMember(context);
  if (!isAdmin(member)) throw respondNotFound(context);
}

type AdminAccess = { status: "granted" } | { status: "refused" } | { status: "failed"; failure: AcqFailure };

/**
 * Returns whether the visitor may use an administrator's action. The caller need not respond to a refusal, because the
 * page's loader also calls `requireAdmin`.
 */
export async function checkAdminAccess(context: RequestContext): Promise<AdminAccess> {
  const currentMember = await getCurrentMember(context);
  if (currentMember.status === "failed") return currentMember;
  return {
    status: currentMember.status === "member" && isAdmin(currentMember.member) ? "granted" : "refused",
  };
}

/** The longest time that a page waits for the member's name, in milliseconds. */
const maxInviterNameWaitMs = 300;

/**
 * Returns the member's first name for the header; undefined if the visitor is not signed in. If acq does not respond in
 * time, the result has no name.
 */
export async function readMemberName(context: RequestContext): Promise<{ firstName?: string } | undefined> {
  const currentMember = await waitAtMost(getCurrentMember(context), maxInviterNameWaitMs);
  if (currentMember === undefined || currentMember.status === "failed") return {};
  return currentMember.status === "member" ? { firstName: currentMember.member.firstName } : undefined;
}

/** Returns true if acq accepts the visitor's token; false if acq rejects it or does not answer. */
export async function isSignedIn(context: RequestContext): Promise<boolean> {
  return (await getCurrentMember(context)).status === "member";
}

function redirectToLogin(context: RequestContext): TypedResponse<never> {
  return redirectToPage(context, `/login?returnTo=${encodeURIComponent(context.requestInfo.address.url)}`);
}
