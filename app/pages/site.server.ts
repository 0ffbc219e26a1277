import type { Site } from "~/components/site";
import type { RequestContext } from "~/context.server";
import { clubLinks } from "./club-links.server";

/** What every part of a page may need to know of the site, for the page of this request. */
export function siteOf(context: RequestContext): Site {
  const { config, facts, prefix, locale, clock } = context;
  return {
    brand: config.brand,
    locale,
    base: config.basePath,
    prefix,
    here: facts.url,
    links: clubLinks(context),
    year: clock().getFullYear(),
  };
}
