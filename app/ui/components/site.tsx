import { createContext, type ReactNode, useContext } from "react";
import type { Locale } from "~/i18n/locales";
import type { Translate } from "~/i18n/translator";

/** The number to quote of a page that says that something unexpected has failed; the server alone knows it. */
export const ErrorId = createContext<string | undefined>(undefined);

/**
 * The Content-Security-Policy nonce of this answer; known on the server alone, since browsers hide it from
 * scripts and React forgives the difference of an attribute.
 */
export const NonceContext = createContext<string | undefined>(undefined);

/** The facts of the site and of this page that every part of a page may need. */
export interface Site {
  brand: string;
  locale: Locale;
  /** The base path, before every path of the site. */
  base: string;
  /** "/de" on a prefixed page, else "". */
  prefix: string;
  /** This page's path and query below the base path. */
  here: string;
  links: Record<
    | "login"
    | "customerService"
    | "passwordReset"
    | "about"
    | "jobs"
    | "privacy"
    | "terms"
    | "imprint"
    | "sustainability",
    string
  >;
  year: number;
  /** Who has logged in; their first name where it is known. */
  member?: { firstName: string | undefined; formToken: string } | undefined;
}

interface SiteTools extends Site {
  t: Translate;
  /** A path of the site under this page's base path and prefix, as a link needs it. */
  href: (path: string) => string;
  /** The address of a file of the build, as an import with `?url` names it, under the base path. */
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
 * The site of a page whose root loader did not run: Remix asks none when an action throws. Known on the server
 * alone, so that such a page has no scripts.
 */
export const SiteWithoutRoot = createContext<Site | undefined>(undefined);

/** Finds a locale's translate function: prepared on the server, loaded before hydration in the browser. */
export const TranslatorSource = createContext<(locale: Locale) => Translate>(() => (key) => key);

/** The text of the critical styles: from the build on the server, from the document itself in the browser. */
export const CriticalStylesContext = createContext<(isLanding: boolean) => string>(() => "");
