import { findProduct } from "~/domain/products";
import type { Draft } from "~/domain/registration/draft-schema.server";
import { splitLanguagePrefix } from "~/i18n/negotiate";
import type { RequestContext } from "./context.server";
import { readDraft, saveDraft } from "./draft.server";
import { readSitePath } from "./return-path.server";

type VisitOrigin = Pick<Draft, "sourcePath" | "previousPDPPage">;

/**
 * Returns how a visitor came to this page. `sourcePath` is the first page of the visit, `previousPDPPage` the product
 * that was opened last.
 */
export function readVisitOrigin(context: RequestContext, draft: VisitOrigin): VisitOrigin {
  const previousPath = readSitePath(context, context.requestInfo.headers.referrer ?? "");
  const [path = "/"] = (previousPath ?? context.requestInfo.address.url).split(/[?#]/, 1);
  const { pathAfterPrefix } = splitLanguagePrefix(path);
  const [, slug] = /^\/products\/([^/]+)$/.exec(pathAfterPrefix) ?? [];
  return {
    sourcePath: draft.sourcePath ?? pathAfterPrefix,
    previousPDPPage: findProduct(slug)?.slug ?? draft.previousPDPPage,
  };
}

/**
 * Saves the opened product if the visitor already has a draft. A new draft would make the page personalized, and the
 * page could not be shared (cached).
 */
export async function saveProduct(context: RequestContext, slug: string): Promise<void> {
  const draft = await readDraft(context);
  if (Object.keys(draft).length > 0) saveDraft(context, { ...draft, previousPDPPage: slug });
}
