import { createContext, type ReactNode, useContext } from "react";
import type { ClubLink } from "~/domain/info-pages";
import type { Locale } from "~/i18n/locales";
import type { Translate } from "~/i18n/translator";

/** The error reference that an error page shows. Only the server provides the reference. */
export const ErrorId = createContext<string | undefined>(undefined);

/**
 * The Content-Security-Policy nonce of this response. Only the server knows the nonce: browsers hide it from scripts,
 * and React ignores the difference of the attribute.
 */
export const NonceContext = createContext<string | undefined>(undefined);

/** The data of the site and this page that any part of a page may need. */
export interface Site {
  brand: string;
  locale: Locale;
  /** The base path, before every path of the site. */
  base: string;
  /** "/de" on a prefixed page, otherwise "". */
  prefix: string;
  /** This page's path and query below the base path. */
  here: string;
  links: Record<ClubLink, string>;
  year: number;
  /** The signed-in member, with the first name if it is known. */
  member?: { firstName: string | undefined; formToken: string } | undefined;
}

interface SiteTools extends Site {
  t: Translate;
  /** Returns a path of the site with this page's base path and prefix. */
  href: (path: string) => string;
  /** Returns the address of a file of the build, imported with `?url`, with the base path. */
  asset: (file: string) => string;
}

const SiteContext = createContext<(Site & { t: Translate }) | undefined>(undefined);

export function SiteProvider({ site, t, children }: { site: Site; t: Translate; children: ReactNode }) {
  return <SiteContext.Provider value={{ ...site, t }}>{children}</SiteContext.Provider>;
}

export function useSite(): SiteTools {
  const site = useContext(SiteContext);
  if (!site) throw new Error("useSite needs a SiteProvider around it");
  const root = `${site.base}${site.prefix}`;
  return {
    ...site,
    href: (path) => (path === "/" ? root || "/" : `${root}${path}`),
    asset: (file) => `${site.base}${file}`,
  };
}

/**
 * The site data of a page for which the root loader did not run: Remix calls no loader when an action throws. Only the
 * server knows this data, so such a page has no scripts.
 */
export const SiteWithoutRoot = createContext<Site | undefined>(undefined);

/** Returns a locale's translate function: created on the server, loaded before hydration in the browser. */
export const TranslatorSource = createContext<(locale: Locale) => Translate>(() => (key) => key);

/** Returns the text of the critical styles: from the build on the server, from the document in the browser. */
export const CriticalStylesContext = createContext<(isLanding: boolean) => string>(() => "");
