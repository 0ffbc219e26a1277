import { createIsbotFromList, list } from "isbot";

const isListed = createIsbotFromList(list.filter((pattern) => !/headless|lighthouse/.test(pattern)));

/** Phones and tablets named "M bot 60", "M bot tab 70" and so on; isbot knows Cubot's. */
const phoneName = /\bM[ _]bot[ _](?:tab[ _])?\d+/i;

/**
 * Returns true for a crawler's User-Agent header. Headless browsers do not count: tests and audits should get the
 * visitors' pages.
 */
export function isCrawler(userAgent: string | undefined): boolean {
  return isListed(userAgent?.replace(phoneName, ""));
}
