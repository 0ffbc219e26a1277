import type { RequestContext } from "~/context.server";
import { translateFor } from "./page-data.server";

/** What a link to the registration form unfolds to where it is shared, in the language of this request. */
export function shareCard(context: RequestContext): { title: string; description: string; imageAlt: string } {
  const t = translateFor(context);
  return {
    title: t("common:title.page", { title: t("registration:form.title") }),
    description: t("registration:form.description"),
    imageAlt: t("landing:share.alt"),
  };
}
