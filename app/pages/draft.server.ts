import type { RequestContext } from "~/context.server";
import { draftSchema, type Draft } from "~/domain/registration/draft.schema";

const hours72 = 72 * 60 * 60;

/** The visitor's draft; empty when there is none, or when it was tampered with, cut or outlived. */
export async function readDraft(context: RequestContext): Promise<Draft> {
  if (context.draft) return context.draft;
  const opened = await openDraft(context);
  // A page's loaders run side by side: another one may have kept a draft in the meantime.
  context.draft ??= opened;
  return context.draft;
}

async function openDraft(context: RequestContext): Promise<Draft> {
  const sealed = context.sent[context.cookies.draft.name];
  if (!sealed) return {};
  const parsed = draftSchema.safeParse(await context.sealing.open("draft", sealed));
  return parsed.success ? parsed.data : {};
}

/** When the draft that the request brought ends, in milliseconds since 1970; undefined without one. */
export async function draftEndsAt({ cookies, sealing, sent }: RequestContext): Promise<number | undefined> {
  const sealed = sent[cookies.draft.name];
  const opened = sealed ? await sealing.open("draft", sealed) : undefined;
  return opened?.exp === undefined ? undefined : opened.exp * 1000;
}

/** Keeps a draft for this request and, in its cookie, for the next ones; an empty one ends. */
export async function keepDraft(context: RequestContext, draft: Draft): Promise<void> {
  const { cookies, sealing, outgoing } = context;
  const kept = draftSchema.parse(JSON.parse(JSON.stringify(draft)));
  context.draft = kept;
  const isEmpty = Object.keys(kept).length === 0;
  const cookie = isEmpty
    ? cookies.draft.clear()
    : cookies.draft.set(await sealing.seal("draft", kept, hours72));
  if (context.draft === kept) outgoing.set("draft", cookie);
}
