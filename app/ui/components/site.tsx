import { createContext, type ReactNode, useContext } from "react";
import type { ClubLinkName } from "~/domain/info-pages";
import type { Locale } from "~/i18n/locales";
import type { Translate } from "~/i18n/translator";

/** The data of the site and this page that any part of a page may need. */
export interface Site {
  brand: string;
  locale: Locale;
  /** The base path, which precedes every path of the site. */
  base: string;
  /** The URL prefix: "/de" or another language; "" for a URL without prefix. */
  prefix: string;
  /** This page's path and query below the base path. */
  currentPath: string;
  links: Record<ClubLinkName, string>;
  year: number;
  /** The signed-in member, with the first name if it is known. */
  member?: { firstName: string | undefined; formToken: string } | undefined;
}

interface SiteTools extends Site {
  t: Translate;
  /** Returns a path of the site with this page's base path and prefix. */
  href: (path: string) => string;
  /** Returns the URL, with the base path, of a build file that is imported with `?url`. */
  assetUrl: (file: string) => string;
}

const SiteContext = createContext<(Site & { t: Translate }) | undefined>(undefined);

export function SiteProvider({ site, t, children }: { site: Site; t: Translate; children: ReactNode }) {
  return <SiteContext.Provider value={{ ...site, t }}>{children}</SiteContext.Provider>;
}

export function useSite(): SiteTools {
  const site = useContext(SiteContext);
  if (!site) throw new Error("useSite needs a SiteProvider around it");
  const rootPath = `${site.base}${site.prefix}`;
  return {
    ...site,
    href: (path) => (path === "/" ? rootPath || "/" : `${rootPath}${path}`),
    assetUrl: (file) => `${site.base}${file}`,
  };
}

/** The data of a page that only the server's rendering needs and that no loader returns. */
export interface ServerOnlyData {
  /** The Content-Security-Policy nonce of this response. */
  nonce: string | undefined;
  /** The error reference that an error page shows. */
  errorId: string | undefined;
  /**
   * Creates the site data for a page for which the root loader did not run: Remix calls no loader when an action
   * throws. Such a page has no scripts.
   */
  createSite: () => Site;
  /** True for a request with Save-Data: its page has no large pictures, and no pictures that load lazily. */
  savesData: boolean;
  /** Returns the text of the inline styles. */
  getCriticalStyles: (isLanding: boolean) => string;
  /** The page's canonical URL and the URLs of this page in other languages. */
  alternates: { canonical: string; languages: { language: string; url: string }[] };
}

/**
 * The data for rendering on the server. Undefined in browsers: they do not render the document's head, and their error
 * pages show no reference.
 */
export const ServerOnlyContext = createContext<ServerOnlyData | undefined>(undefined);

/** Returns true if the visitor's browser asks to save data. Always false in the browser. */
export const useSavesData = (): boolean => useContext(ServerOnlyContext)?.savesData ?? false;

/** Provides the function that returns a locale's translate function. In the browser, messages load before hydration. */
export const TranslatorContext = createContext<(locale: Locale) => Translate>(() => (key) => key);
