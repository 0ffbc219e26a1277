import type { TypedResponse } from "@remix-run/node";
import { openCarriedDraft, addCarriedDraft } from "./carried-draft.server";
import type { RequestContext } from "./context.server";
import { draftSchema, type Draft } from "~/domain/registration/draft-schema.server";
import { redirectToPage } from "./replies.server";

/**
 * Returns the visitor's draft: the input so far, with the code. Returns an empty draft if the visitor's draft is
 * missing, forged, truncated or expired.
 */
export async function readDraft(context: RequestContext): Promise<Draft> {
  const { requestCache } = context;
  if (requestCache.draft) return requestCache.draft;
  const draft = await openDraft(context);
  // Uses the draft that another loader has saved meanwhile, if there is one, because loaders run in parallel.
  return (requestCache.draft ??= draft);
}

async function openDraft(context: RequestContext): Promise<Draft> {
  const encryptedDraft = context.requestCookies[context.cookies.draft.name];
  if (!encryptedDraft) return (await openCarriedDraft(context))?.draft ?? {};
  const parsedDraft = draftSchema.safeParse(await context.tokenCrypto.decrypt("draft", encryptedDraft));
  return parsedDraft.success ? parsedDraft.data : {};
}

/** Returns when the request's draft expires, in milliseconds since 1970; undefined if there is no draft. */
export async function readDraftExpiry(context: RequestContext): Promise<number | undefined> {
  const { cookies, tokenCrypto, requestCookies } = context;
  const encryptedDraft = requestCookies[cookies.draft.name];
  if (!encryptedDraft) return (await openCarriedDraft(context))?.endsAt;
  const claims = await tokenCrypto.decrypt("draft", encryptedDraft);
  return claims?.exp === undefined ? undefined : claims.exp * 1000;
}

/**
 * Returns true if the request has a draft cookie that this instance cannot decrypt, for example because instances have
 * different secrets. The visitor may have a valid invitation.
 */
export async function hasUnreadableDraft(context: RequestContext): Promise<boolean> {
  const hasDraftCookie = context.requestCookies[context.cookies.draft.name] !== undefined;
  return hasDraftCookie && (await readDraftExpiry(context)) === undefined;
}

/**
 * Saves a draft for this request, and in a cookie for later requests. An empty draft deletes the cookie. Never fails.
 */
export function saveDraft(context: RequestContext, draft: Draft): void {
  const { responseState, requestCache, requestInfo, requestCookies, cookies } = context;
  requestCache.draft = draftSchema.parse(draft);
  // A form of unproven origin may come from another site. It may change the page of this request, but must not
  // overwrite the visitor's draft cookie.
  if (requestInfo.isUnverified && requestCookies[cookies.draft.name] !== undefined) return;
  responseState.isDraftSaved = true;
}

/**
 * Redirects like `redirectToPage` to a page that needs the draft. If the browser stores no cookies, the target's URL
 * contains the draft.
 */
export async function redirectWithDraft(
  context: RequestContext,
  path: string,
): Promise<TypedResponse<never>> {
  return redirectToPage(context, addCarriedDraft(context, path, await readDraft(context)));
}
