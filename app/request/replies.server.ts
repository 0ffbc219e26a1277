import { data, redirect, type TypedResponse } from "@remix-run/node";
import type { AcqFailure } from "~/acq/results";
import type { ExpiredForm, ShownFailure, TooManyAttempts } from "~/ui/components/failure-entries";
import type { RequestContext } from "./context.server";
import { readShownPath } from "./missing-path.server";
import { maskPath } from "./paths";
import { createResponseCookies } from "./response-cookies.server";
import type { LimitedAction } from "./limits/limits.server";

/**
 * Makes the browser clear its cache, but not its cookies. Login and logout need this, because the cache may contain
 * another visitor's pages (docs/product/cookies-and-events.md#cookies-and-storage).
 */
export function clearBrowserCache<Reply extends { headers: Headers }>(reply: Reply): Reply {
  reply.headers.set("Clear-Site-Data", '"cache"');
  return reply;
}

/** Returns the response for a small public file, which caches may store for an hour. */
export function createPublicFileResponse(text: string, contentType: string): Response {
  return new Response(text, {
    headers: { "Content-Type": contentType, "Cache-Control": "public, max-age=3600" },
  });
}

/**
 * Counts an action of the visitor against the action's limit.
 *
 * @throws the 429 page if the limit is reached
 */
export async function countActionAgainstLimit(
  context: RequestContext,
  action: LimitedAction,
): Promise<{ refund: () => Promise<void> }> {
  const attempt = await context.limits.countAction(action, context.requestInfo.clientAddress);
  if (attempt.status === "limited") throw createTooManyAttemptsPage(context, attempt.retryAfter);
  return attempt;
}

/**
 * Removes attempts from their counts, because acq did not answer. If the visitor has disconnected, the attempts stay
 * counted, because acq may have handled the call.
 */
export async function refundAttemptsWithoutResponse(
  { requestInfo }: RequestContext,
  ...attempts: readonly { refund: () => Promise<void> }[]
): Promise<void> {
  if (requestInfo.signal?.aborted !== true) await Promise.all(attempts.map((attempt) => attempt.refund()));
}

/** Redirects (303) to a path of this site in the visitor's language. Remix adds the base path to the target. */
export function redirectToPage(context: RequestContext, path: string): TypedResponse<never> {
  return redirectToFullPath(context, addUrlPrefix(context, path));
}

/** Adds the URL prefix to a path. For the landing page the result has no slash at the end: "/de" and "/de?rc=X". */
function addUrlPrefix({ prefix }: RequestContext, path: string): string {
  return prefix === "" ? path : `${prefix}${path.replace(/^\/(?=\?|$)/, "")}`;
}

/** Redirects (303) to a path that already has its URL prefix, such as a result of `toSafeReturnPath`. */
export function redirectToFullPath(context: RequestContext, path: string): TypedResponse<never> {
  return redirect(path, { status: 303, headers: createReplyHeaders(context) });
}

/**
 * Redirects (302) to a path in the visitor's language. Caches must not store the redirect, because its target may
 * differ for each visitor.
 */
export function redirectWithoutCaching(context: RequestContext, path: string): TypedResponse<never> {
  const headers = createReplyHeaders(context);
  headers.set("Cache-Control", "no-store");
  return redirect(addUrlPrefix(context, path), { status: 302, headers });
}

/** Returns headers with the cookies that this response sets. */
export function createReplyHeaders(context: RequestContext): Headers {
  const headers = new Headers();
  for (const cookie of createResponseCookies(context)) headers.append("Set-Cookie", cookie);
  return headers;
}

/** Writes a log line and an error report about a missing page (docs/product/pages.md#errors-and-messages). */
export function reportNotFound({ log, reporter, path, record }: RequestContext): void {
  const logFields = { path: maskPath(path), status: 404 };
  log.info(logFields, "Page not found");
  reporter.report({
    level: "info",
    errors: [],
    fields: logFields,
    text: `Page not found: ${logFields.path}`,
    request: record,
  });
}

/** Returns the not-found page at the requested URL and reports it (docs/product/pages.md#pages). */
export function respondNotFound(context: RequestContext) {
  reportNotFound(context);
  return createNotFoundPage(context, readShownPath(context));
}

/**
 * Returns the not-found page without a log line, for callers that have already written one.
 *
 * @param missingPath - the path that the page names; undefined if it is unknown
 */
export function createNotFoundPage(context: RequestContext, missingPath?: string) {
  return data({ message: `Page not found: ${context.path}`, missingPath }, { status: 404 });
}

/** Returns the error page for a call that acq did not answer. The page offers to try again. */
export function createUnavailablePage(context: RequestContext, failure: AcqFailure) {
  const message = createFailureMessage(context, failure);
  return data(message, { status: 503 });
}

/**
 * Sets the response's Retry-After header.
 *
 * @returns the minutes for the visitor's message, rounded up
 */
export function setRetryAfter({ responseState }: RequestContext, seconds: number): number {
  responseState.retryAfter = seconds;
  return Math.ceil(seconds / 60);
}

/** Returns the maintenance page (MAINTENANCE). As the response to a form, it has no button that would leave it. */
export function createMaintenancePage(context: RequestContext) {
  setRetryAfter(context, 300);
  const isFormResponse = context.requestInfo.refusal?.isFormResponse;
  return data({ maintenance: true, isFormResponse }, { status: 503 });
}

/**
 * Returns the 429 error page, which shows when the visitor may try again. The caller must throw it. For a page with
 * form fields use `createTooManyAttemptsMessage` instead.
 */
export function createTooManyAttemptsPage(context: RequestContext, retryAfter: number) {
  const { minutes } = createTooManyAttemptsMessage(context, retryAfter);
  return data({ minutes }, { status: 429 });
}

/**
 * Returns the 429 error page for a link that another site has opened. The page's button opens this link from this site,
 * for which there is a separate limit. The caller must throw the page.
 */
export function createOpenLinkPage(context: RequestContext) {
  setRetryAfter(context, 5);
  return data({ canOpenHere: true }, { status: 429 });
}

/**
 * Returns the message above a form after too many attempts, with the content of the 429 error page. Adds the namespace
 * "errors" to the texts that the browser gets.
 */
export function createTooManyAttemptsMessage(context: RequestContext, retryAfter: number): TooManyAttempts {
  context.responseState.namespaces.push("errors");
  return { kind: "too-many", minutes: setRetryAfter(context, retryAfter) };
}

/** Returns the error page for a form that has an expired token and no known invitation. */
export function createExpiredFormPage() {
  return data(null, { status: 403 });
}

/** Returns the message above a form that is shown again because its token was rejected (`isAcceptedForm`). */
export function createExpiredFormMessage(context: RequestContext): ExpiredForm {
  context.responseState.hasFormError = true;
  context.responseState.namespaces.push("errors");
  return { kind: "expired" };
}

/**
 * Returns the message about a failed call to acq, with the error reference (docs/product/pages.md#errors-and-messages).
 * The response gets acq's Retry-After, or 5 seconds if acq sent none.
 */
export function createFailureMessage(context: RequestContext, failure: AcqFailure): ShownFailure {
  setRetryAfter(context, (failure.kind === "network" ? failure.retryAfter : undefined) ?? 5);
  return { kind: "failed", errorId: failure.correlationId };
}
