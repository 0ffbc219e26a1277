import { findProduct } from "~/domain/products";
import type { Draft } from "~/domain/registration/draft.schema";
import { splitPrefix } from "~/i18n/negotiate";
import type { RequestContext } from "./context.server";
import { readDraft, saveDraft } from "./draft.server";
import { ownPath } from "./page-sent-from.server";

type VisitOrigin = Pick<Draft, "sourcePath" | "previousPDPPage">;

/** The page of ours that a visitor first came from, else arrived at, and the product last opened. */
export function visitOf(context: RequestContext, draft: VisitOrigin): VisitOrigin {
  const before = ownPath(context, context.requestInfo.headers.referrer ?? "");
  const [path = "/"] = (before ?? context.requestInfo.address.url).split(/[?#]/, 1);
  const { rest } = splitPrefix(path);
  const [, slug] = /^\/products\/([^/]+)$/.exec(rest) ?? [];
  return {
    sourcePath: draft.sourcePath ?? rest,
    previousPDPPage: findProduct(slug)?.slug ?? draft.previousPDPPage,
  };
}

/** Keeps the product that is looked at; for a visitor without a draft none is begun, since the page is everybody's. */
export async function saveProduct(context: RequestContext, slug: string): Promise<void> {
  const draft = await readDraft(context);
  if (Object.keys(draft).length > 0) saveDraft(context, { ...draft, previousPDPPage: slug });
}
