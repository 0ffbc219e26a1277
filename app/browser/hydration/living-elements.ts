/** Counts the elements of a page that React hydrates: all except those inside static parts. */
export function countHydratedElements(page: Element): number {
  return page.querySelectorAll("*").length - page.querySelectorAll(".static *").length;
}

/** Matches a start or end tag in React's output, where attribute values contain ">" only in escaped form. */
const tagPattern = /<(\/?)([a-z][\w-]*)([^<>]*)>/gi;

/**
 * Counts the elements of a rendered page that React will hydrate, as `countHydratedElements` does in the browser.
 *
 * @param html - the document
 */
export function countElementsToHydrate(html: string): number {
  const pageHtml = html.slice(html.indexOf('<div id="page">') + '<div id="page">'.length);
  let elementCount = 0;
  let staticDepth = 0;
  for (const [, end, name, attributes = ""] of pageHtml.matchAll(tagPattern)) {
    const isDiv = name === "div";
    if (staticDepth > 0) {
      if (isDiv) staticDepth += end ? -1 : 1;
    } else if (!end) {
      elementCount += 1;
      if (isDiv && attributes.includes('class="static"')) staticDepth = 1;
    }
  }
  return elementCount;
}
