import type { TypedResponse } from "@remix-run/node";
import { openCarriedDraft, withCarriedDraft } from "./carried-draft.server";
import type { RequestContext } from "./context.server";
import { draftSchema, type Draft } from "~/domain/registration/draft.schema";
import { seeOther } from "./replies.server";

/** Returns the visitor's draft; an empty one if it is missing, forged, cut or expired. */
export async function readDraft(context: RequestContext): Promise<Draft> {
  if (context.responseState.draft) return context.responseState.draft;
  const draft = await openDraft(context);
  // Loaders of a page run in parallel: another one may have saved a draft meanwhile.
  context.responseState.draft ??= draft;
  return context.responseState.draft;
}

async function openDraft(context: RequestContext): Promise<Draft> {
  const sealed = context.requestCookies[context.cookies.draft.name];
  if (!sealed) return (await openCarriedDraft(context))?.draft ?? {};
  const result = draftSchema.safeParse(await context.sealing.open("draft", sealed));
  return result.success ? result.data : {};
}

/** Returns when the request's draft expires, in milliseconds since 1970; undefined without one. */
export async function draftEndsAt(context: RequestContext): Promise<number | undefined> {
  const { cookies, sealing, requestCookies } = context;
  const sealed = requestCookies[cookies.draft.name];
  if (!sealed) return (await openCarriedDraft(context))?.endsAt;
  const claims = await sealing.open("draft", sealed);
  return claims?.exp === undefined ? undefined : claims.exp * 1000;
}

/**
 * Saves a draft for this request and, in its cookie, for the next ones. An empty draft deletes the cookie. Never fails.
 */
export function saveDraft(context: RequestContext, draft: Draft): void {
  const { responseState, requestInfo, requestCookies, cookies } = context;
  responseState.draft = draftSchema.parse(draft);
  // The form may come from another site: it changes this page, but no draft that the visitor has.
  if (requestInfo.isUnproven && requestCookies[cookies.draft.name] !== undefined) return;
  responseState.isDraftSaved = true;
}

/**
 * Redirects like `seeOther` to a page that needs the draft. A browser without cookies gets the draft in the address.
 */
export async function seeOtherWithDraft(
  context: RequestContext,
  path: string,
): Promise<TypedResponse<never>> {
  return seeOther(context, withCarriedDraft(context, path, await readDraft(context)));
}
