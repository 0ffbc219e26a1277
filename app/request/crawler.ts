import { createIsbotFromList, list } from "isbot";

const isKnownCrawler = createIsbotFromList(list.filter((pattern) => !/headless|lighthouse/.test(pattern)));

/** Matches names of phones and tablets such as "M bot 60". isbot would take such devices for crawlers. */
const deviceNameWithBotPattern = /\bM[ _]bot[ _](?:tab[ _])?\d+/i;

/**
 * Returns true for a crawler's User-Agent header. Headless browsers do not count as crawlers, so that tests and audits
 * get the visitors' pages.
 */
export function isCrawler(userAgent: string | undefined): boolean {
  return isKnownCrawler(userAgent?.replace(deviceNameWithBotPattern, ""));
}
