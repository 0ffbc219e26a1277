import { findProduct } from "~/domain/products";
import type { Draft } from "~/domain/registration/draft.schema";
import { splitPrefix } from "~/i18n/negotiate";
import type { RequestContext } from "./context.server";
import { readDraft, saveDraft } from "./draft.server";
import { ownPath } from "./page-sent-from.server";

type VisitOrigin = Pick<Draft, "sourcePath" | "previousPDPPage">;

/**
 * Returns where a visitor came from: the page of this site before, otherwise the first page, and the last opened
 * product.
 */
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

/** Saves the opened product in the draft. Without a draft none is created, since the page is shared. */
export async function saveProduct(context: RequestContext, slug: string): Promise<void> {
  const draft = await readDraft(context);
  if (Object.keys(draft).length > 0) saveDraft(context, { ...draft, previousPDPPage: slug });
}
