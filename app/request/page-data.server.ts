import type { RequestContext } from "./context.server";
import { isLandingPath } from "./paths";
import { isoOf } from "~/i18n/locales";
import type { MessageKey, MessageValues, Translate } from "~/i18n/translator";
import { translatorFor } from "~/i18n/translator.server";
import { alternatesOf, siteUrl } from "./urls.server";

export interface PageData {
  title: string;
  description: string;
  share: ShareData;
  /** The club, for machines (schema.org): on the landing page alone. */
  organization?: Record<string, string>;
}

/** The card of a link to the page where it is shared: it names no member and no code. */
interface ShareData {
  site: string;
  /** "de_DE" */
  locale: string;
  url: string;
  image: string;
  imageAlt: string;
}

export function translateFor(context: RequestContext): Translate {
  return translatorFor(context.locale, context.config.brand);
}

/** The document's title and description in the visitor's language; "Error: " first when the form came back. */
export function pageData(
  context: RequestContext,
  titleKey: MessageKey,
  descriptionKey: MessageKey,
  { values }: { values?: MessageValues } = {},
): PageData {
  const t = translateFor(context);
  const title = t("common:title.page", { title: t(titleKey, values) });
  return {
    title: context.reply.invalid ? t("common:title.error", { title }) : title,
    description: t(descriptionKey, values),
    share: shareData(context),
    ...(isLandingPath(context.path) && { organization: organizationOf(context) }),
  };
}

function shareData(context: RequestContext): ShareData {
  const { config, locale } = context;
  return {
    site: config.brand,
    locale: isoOf(locale).replace("-", "_"),
    url: alternatesOf(context).canonical,
    image: `${siteUrl(context)}/share/${locale}.png`,
    imageAlt: translateFor(context)("landing:share.alt"),
  };
}

function organizationOf(context: RequestContext): Record<string, string> {
  return {
    "@context": "https://schema.org",
    "@type": "Organization",
    name: context.config.brand,
    url: `${siteUrl(context)}/`,
    logo: `${siteUrl(context)}/icon-512.png`,
  };
}
