import type { RequestContext } from "~/context.server";
import { locales } from "~/i18n/locales";
import { isLandingPath } from "~/http/paths";
import { siteUrl } from "./site-url.server";

export interface Alternates {
  canonical: string;
  languages: { language: string; url: string }[];
}

/**
 * The page's canonical URL and its other languages with `x-default` (docs/product.md#languages). A query is never
 * part of them, and every campaign's slug is the landing page.
 */
export function alternatesOf(context: RequestContext): Alternates {
  const { prefix, path } = context;
  const page = isLandingPath(path) ? "" : path;
  const at = (start: string) => `${siteUrl(context)}${start}${page}` + (start + page === "" ? "/" : "");
  return {
    canonical: at(prefix),
    languages: [
      ...locales.map(({ code }) => ({ language: code, url: at(`/${code}`) })),
      { language: "x-default", url: at("") },
    ],
  };
}
