import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { fallbackSite, SiteProvider, type Site } from "~/components/site";
import { translatorFor } from "~/i18n/translator.server";

/** A view as the server draws it, in English at the root unless the site says otherwise. */
export function viewHtml(view: ReactNode, site: Partial<Site> = {}): string {
  const whole = { ...fallbackSite, ...site };
  return renderToStaticMarkup(
    <SiteProvider site={whole} t={translatorFor(whole.locale, whole.brand)}>
      {view}
    </SiteProvider>,
  );
}

/** Where its links lead, in their order. */
export function linksIn(html: string): string[] {
  return [...html.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href]) => href ?? "");
}
