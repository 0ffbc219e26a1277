import type { TypedResponse } from "@remix-run/node";
import { openCarriedDraft, withCarriedDraft } from "./carried-draft.server";
import type { RequestContext } from "./context.server";
import { draftSchema, type Draft } from "~/domain/registration/draft.schema";
import { seeOther } from "./replies.server";

/** The visitor's draft; empty when there is none, or when it was tampered with, cut or outlived. */
export async function readDraft(context: RequestContext): Promise<Draft> {
  if (context.responseState.draft) return context.responseState.draft;
  const opened = await openDraft(context);
  // A page's loaders run side by side: another one may have kept a draft in the meantime.
  context.responseState.draft ??= opened;
  return context.responseState.draft;
}

async function openDraft(context: RequestContext): Promise<Draft> {
  const sealed = context.requestCookies[context.cookies.draft.name];
  if (!sealed) return (await openCarriedDraft(context))?.draft ?? {};
  const parsed = draftSchema.safeParse(await context.sealing.open("draft", sealed));
  return parsed.success ? parsed.data : {};
}

/** When the draft that the request brought ends, in milliseconds since 1970; undefined without one. */
export async function draftEndsAt(context: RequestContext): Promise<number | undefined> {
  const { cookies, sealing, requestCookies } = context;
  const sealed = requestCookies[cookies.draft.name];
  if (!sealed) return (await openCarriedDraft(context))?.endsAt;
  const opened = await sealing.open("draft", sealed);
  return opened?.exp === undefined ? undefined : opened.exp * 1000;
}

/** Keeps a draft for this request and, in its cookie, for the next ones; an empty one ends. Never fails. */
export function saveDraft(context: RequestContext, draft: Draft): void {
  const { responseState, requestInfo, requestCookies, cookies } = context;
  responseState.draft = draftSchema.parse(draft);
  // Another site may have sent such a form: it changes this page, and not a draft that the visitor has.
  if (requestInfo.isUnproven && requestCookies[cookies.draft.name] !== undefined) return;
  responseState.isDraftSaved = true;
}

/** Redirects like `seeOther`, to a page that needs the draft: a browser without cookies gets it in the address. */
export async function seeOtherWithDraft(
  context: RequestContext,
  path: string,
): Promise<TypedResponse<never>> {
  return seeOther(context, withCarriedDraft(context, path, await readDraft(context)));
}
