import { data, redirect, type TypedResponse } from "@remix-run/node";
import type { AcqFailure } from "~/acq/answers";
import type { ExpiredForm, ShownFailure, TooMany } from "~/ui/components/failure-entries";
import type { RequestContext } from "./context.server";
import { shownPath } from "./paths";
import { responseCookies } from "./response-cookies.server";
import type { LimitedAction } from "./limits/limits.server";

/**
 * The browser's cache was another visitor's: login and logout reset it (docs/product.md#cookies-and-storage). Cookies
 * stay.
 */
export function forgetCache<Reply extends { headers: Headers }>(reply: Reply): Reply {
  reply.headers.set("Clear-Site-Data", '"cache"');
  return reply;
}

/** A small text of the site itself, the same for everybody, good for an hour. */
export function publicFile(text: string, type: string): Response {
  return new Response(text, { headers: { "Content-Type": type, "Cache-Control": "public, max-age=3600" } });
}

/** Counts one more of these for the visitor. @throws the 429 page when it is one too many */
export async function countAgainstLimit(
  context: RequestContext,
  action: LimitedAction,
): Promise<{ refund: () => Promise<void> }> {
  const attempt = await context.limits.take(action, context.requestInfo.clientAddress);
  if (attempt.status === "over") throw tooMany(context, attempt.retryAfter);
  return attempt;
}

/**
 * Refunds tries that acq did not answer. The try of a visitor who left before the answer stays counted, for acq has
 * worked for it: ten minutes, or seconds for a link.
 */
export async function refundUnanswered(
  { requestInfo }: RequestContext,
  ...attempts: readonly { refund: () => Promise<void> }[]
): Promise<void> {
  if (requestInfo.signal?.aborted !== true) await Promise.all(attempts.map((attempt) => attempt.refund()));
}

/** 303 to a path of this site in the visitor's own prefix; Remix puts the base path before it. */
export function seeOther(context: RequestContext, path: string): TypedResponse<never> {
  return seeOtherAt(context, underPrefix(context, path));
}

/** "/de" and not "/de/" for the start page, also before a query. */
function underPrefix({ prefix }: RequestContext, path: string): string {
  return prefix === "" ? path : `${prefix}${path.replace(/^\/(?=\?|$)/, "")}`;
}

/** 303 to a path that brings its own prefix, as `safeReturnTo` gives it. */
export function seeOtherAt(context: RequestContext, path: string): TypedResponse<never> {
  return redirect(path, { status: 303, headers: outgoingHeaders(context) });
}

/** 302 to a path in the visitor's own prefix, kept by nobody: the next visitor may be sent elsewhere. */
export function foundAt(context: RequestContext, path: string): TypedResponse<never> {
  const headers = outgoingHeaders(context);
  headers.set("Cache-Control", "no-store");
  return redirect(underPrefix(context, path), { status: 302, headers });
}

/** The cookies that this request set. */
export function outgoingHeaders(context: RequestContext): Headers {
  const headers = new Headers();
  for (const cookie of responseCookies(context)) headers.append("Set-Cookie", cookie);
  return headers;
}

/** Tells the log and the reporter of a page that is not there (docs/product.md#errors-and-messages). */
export function reportNotFound({ log, reporter, path, record }: RequestContext): void {
  const facts = { path: shownPath(path), status: 404 };
  log.info(facts, "Page not found");
  reporter.report({
    level: "info",
    errors: [],
    facts,
    text: `Page not found: ${facts.path}`,
    request: record,
  });
}

/** The not-found page at the page's own URL (docs/product.md#pages). */
export function notFound(context: RequestContext) {
  reportNotFound(context);
  return notFoundPage(context);
}

/** The same for a visitor whose missing page was told of where it was asked for. */
export function notFoundPage({ path }: RequestContext) {
  return data({ message: `Page not found: ${path}` }, { status: 404 });
}

/** The page that says that acq gave no answer, and offers to try again. */
export function unavailable(context: RequestContext, failure: AcqFailure) {
  const shown = failureMessage(context, failure);
  return data(shown, { status: 503, headers: { "Retry-After": String(context.responseState.retryAfter) } });
}

/** The page that says that the operator is at work (MAINTENANCE), and to come back in a while. */
export function underMaintenance(context: RequestContext) {
  context.responseState.retryAfter = 300;
  return data({ maintenance: true }, { status: 503 });
}

/**
 * The page that says that this came too often, and when to try again; for whoever throws it. A form with fields comes
 * back with `tooManyMessage` instead.
 */
export function tooMany(context: RequestContext, retryAfter: number) {
  const { minutes } = tooManyMessage(context, retryAfter);
  return data({ minutes }, { status: 429, headers: { "Retry-After": retryAfter.toString() } });
}

/** The same as a message above the form that came too often; its browser then needs the words of error pages. */
export function tooManyMessage(context: RequestContext, retryAfter: number): TooMany {
  context.responseState.retryAfter = retryAfter;
  context.responseState.areas.push("errors");
  return { kind: "too-many", minutes: Math.ceil(retryAfter / 60) };
}

/** The page that says that a form is too old, of one that does not even say which invitation it is for. */
export function expiredForm() {
  return data(null, { status: 403 });
}

/** The message above a form that comes back since its token was not accepted (`isAcceptedForm`). */
export function expiredMessage(context: RequestContext): ExpiredForm {
  context.responseState.invalid = true;
  context.responseState.areas.push("errors");
  return { kind: "expired" };
}

/**
 * Which of two messages a failure of acq is shown as (docs/product.md#errors-and-messages), with the number to quote.
 * The answer says when to come again, as acq did.
 */
export function failureMessage(context: RequestContext, failure: AcqFailure): ShownFailure {
  context.responseState.retryAfter = (failure.kind === "network" ? failure.retryAfter : undefined) ?? 5;
  return { kind: failure.kind === "graphql" ? "generic" : "network", errorId: failure.correlationId };
}
