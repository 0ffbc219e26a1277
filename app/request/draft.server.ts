import type { TypedResponse } from "@remix-run/node";
import { openCarriedDraft, withCarriedDraft } from "./carried-draft.server";
import type { RequestContext } from "./context.server";
import { draftSchema, lighter, type Draft } from "~/domain/registration/draft.schema";
import { seeOther } from "./replies.server";

const hours72 = 72 * 60 * 60;

/** Of a cookie with its name and attributes: what every browser keeps (RFC 6265, section 6.1). */
const mostOctets = 4096;

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
export async function saveDraft(context: RequestContext, draft: Draft): Promise<void> {
  const parsed = draftSchema.parse(draft);
  context.responseState.draft = parsed;
  // Another site may have sent such a form: it changes this page, and not a draft that the visitor has.
  if (context.requestInfo.isUnproven && context.requestCookies[context.cookies.draft.name] !== undefined)
    return;
  const cookie = await cookieOf(context, parsed);
  if (context.responseState.draft === parsed) context.responseState.outgoing.set("draft", cookie);
}

/** Redirects like `seeOther`, to a page that needs the draft: a browser without cookies gets it in the address. */
export async function seeOtherWithDraft(
  context: RequestContext,
  path: string,
): Promise<TypedResponse<never>> {
  return seeOther(context, await withCarriedDraft(context, path, await readDraft(context)));
}

async function cookieOf({ cookies, sealing }: RequestContext, draft: Draft): Promise<string> {
  for (let parts = 0; ; parts += 1) {
    const light = lighter(draft, parts);
    if (light === undefined) return cookies.draft.clear();
    const cookie = cookies.draft.set(await sealing.seal("draft", light, hours72));
    if (cookie.length < mostOctets) return cookie;
  }
}
