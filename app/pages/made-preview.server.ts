import type { RequestContext } from "~/context.server";
import { previewOf, previewToken } from "~/experiments/preview-token.server";
import { fieldText } from "~/http/forms/field-text";
import { siteUrl } from "./site-url.server";

/** A link that shows whoever opens it what the form says, for 24 hours (docs/decisions/experiments.md). */
export async function madePreview(context: RequestContext, form: FormData) {
  const preview = previewOf((name) => fieldText(form, name));
  return {
    site: siteUrl(context),
    path: `/?preview=${await previewToken(context.sealing, preview)}`,
    chosen: Object.fromEntries(preview),
  };
}
