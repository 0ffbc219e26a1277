import type { PageEvent } from "~/analytics/page-event";
import type { RequestContext } from "~/context.server";
import type { MessageKey, MessageValues, Translate } from "~/i18n/translator";
import { translatorFor } from "~/i18n/translator.server";

export interface PageData {
  title: string;
  description: string;
  event?: PageEvent;
}

export function translateFor(context: RequestContext): Translate {
  return translatorFor(context.locale, context.config.brand);
}

/** The document's title and description in the visitor's language; "Error: " first when the form came back. */
export function pageData(
  context: RequestContext,
  titleKey: MessageKey,
  descriptionKey: MessageKey,
  { values, event }: { values?: MessageValues; event?: PageEvent | undefined } = {},
): PageData {
  const t = translateFor(context);
  const title = t("common:title.page", { title: t(titleKey, values) });
  return {
    title: context.invalid ? t("common:title.error", { title }) : title,
    description: t(descriptionKey, values),
    ...(event && { event }),
  };
}
