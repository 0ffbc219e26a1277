import { createIsbotFromList, list } from "isbot";

const isListed = createIsbotFromList(list.filter((pattern) => !/headless|lighthouse/.test(pattern)));

/** Phones and tablets that are called "M bot 60", "M bot tab 70" and so on; of Cubot's, isbot knows. */
const phoneName = /\bM[ _]bot[ _](?:tab[ _])?\d+/i;

/**
 * Returns whether a User-Agent header belongs to a crawler. A browser without a window does not count as one: people
 * who test or audit with it want to see what visitors see.
 */
export function isCrawler(userAgent: string | undefined): boolean {
  return isListed(userAgent?.replace(phoneName, ""));
}
