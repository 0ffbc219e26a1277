/** How many elements of a page React takes over: all but those inside of static parts. */
export function countLivingElements(page: Element): number {
  return page.querySelectorAll("*").length - page.querySelectorAll(".static *").length;
}
