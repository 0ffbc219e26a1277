import { wordmarkBrand } from "~/domain/drawn-brand";
import type { RequestContext } from "./context.server";
import { isLandingPath } from "./paths";
import { getLanguageTag } from "~/i18n/locales";
import type { MessageKey, MessageValues, Translate } from "~/i18n/translator";
import { getTranslator } from "~/i18n/translator.server";
import { createAlternates, createSiteUrl } from "./urls.server";
import type { PageMetaData, ShareData } from "~/ui/components/page-meta";

export function createTranslate(context: RequestContext): Translate {
  return getTranslator(context.locale, context.config.brand);
}

/**
 * Returns the document's title and description in the visitor's language. The title of a form with errors starts with
 * "Error: ".
 */
export function createPageMetaData(
  context: RequestContext,
  titleKey: MessageKey,
  descriptionKey: MessageKey,
  values?: MessageValues,
): PageMetaData {
  const t = createTranslate(context);
  const title = t("common:title.page", { title: t(titleKey, values) });
  return {
    title: context.responseState.hasFormError ? t("common:title.error", { title }) : title,
    description: t(descriptionKey, values),
    share: createShareData(context),
    ...(isLandingPath(context.path) && { organization: createOrganizationData(context) }),
  };
}

/**
 * Returns the data of a page that was opened by an invitation link. The page's preview card contains the inviter's name
 * if acq returned one.
 */
export function createInvitedPageMetaData(
  context: RequestContext,
  page: PageMetaData,
  inviter: string | null,
): PageMetaData {
  const t = createTranslate(context);
  const title = inviter
    ? t("landing:share.invited", { inviter })
    : t("landing:invited.unsignedHeadline.default");
  // The card must not contain the canonical URL, which has no code: it would link to the landing page without the
  // invitation.
  return { ...page, share: { ...page.share, url: undefined, title } };
}

function createShareData(context: RequestContext): ShareData {
  const { config, locale } = context;
  return {
    site: config.brand,
    locale: getLanguageTag(locale).replace("-", "_"),
    url: createAlternates(context).canonical,
    ...chooseSharePicture(context),
    imageAlt: createTranslate(context)("landing:share.alt"),
  };
}

/**
 * Returns the picture for the preview card. The drawn picture shows the default brand's name, so a site with another
 * brand uses its icon instead.
 */
function chooseSharePicture(context: RequestContext) {
  const siteUrl = createSiteUrl(context);
  return context.config.brand === wordmarkBrand
    ? { image: `${siteUrl}/share/${context.locale}.jpg`, imageWidth: "1200", imageHeight: "630" }
    : { image: `${siteUrl}/icon-512.png`, imageWidth: "512", imageHeight: "512" };
}

function createOrganizationData(context: RequestContext): Record<string, string> {
  return {
    "@context": "https://schema.org",
    "@type": "Organization",
    name: context.config.brand,
    url: `${createSiteUrl(context)}/`,
    logo: `${createSiteUrl(context)}/icon-512.png`,
  };
}
