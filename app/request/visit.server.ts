import { findProduct } from "~/domain/products";
import type { Draft } from "~/domain/registration/draft.schema";
import { splitPrefix } from "~/i18n/negotiate";
import type { RequestContext } from "./context.server";
import { readDraft, saveDraft } from "./draft.server";
import { ownPath } from "./page-sent-from.server";

type VisitOrigin = Pick<Draft, "sourcePath" | "previousPDPPage">;

/**
 * Returns where a visitor came from: the previous page of this site, or else the first page, and the product that was
 * opened last.
 */
export function visitOf(context: RequestContext, draft: VisitOrigin): VisitOrigin {
  const previousPath = ownPath(context, context.requestInfo.headers.referrer ?? "");
  const [path = "/"] = (previousPath ?? context.requestInfo.address.url).split(/[?#]/, 1);
  const { rest } = splitPrefix(path);
  const [, slug] = /^\/products\/([^/]+)$/.exec(rest) ?? [];
  return {
    sourcePath: draft.sourcePath ?? rest,
    previousPDPPage: findProduct(slug)?.slug ?? draft.previousPDPPage,
  };
}

/**
 * Saves the opened product in the draft. Does not create a draft, since the page would no longer be shared (cached).
 */
export async function saveProduct(context: RequestContext, slug: string): Promise<void> {
  const draft = await readDraft(context);
  if (Object.keys(draft).length > 0) saveDraft(context, { ...draft, previousPDPPage: slug });
}
