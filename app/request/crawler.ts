import { createIsbotFromList, list } from "isbot";

const crawlers = list.filter((pattern) => !/headless|lighthouse/.test(pattern));

/**
 * Whether a User-Agent header is a crawler's. A browser without a window is none: whoever tests or audits with
 * it means to see what people see.
 */
export const isCrawler: (userAgent: string | undefined) => boolean = createIsbotFromList(crawlers);
