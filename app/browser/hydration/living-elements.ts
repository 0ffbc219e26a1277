/** Counts the elements of a page that React takes over: all except those inside static parts. */
export function countLivingElements(page: Element): number {
  return page.querySelectorAll("*").length - page.querySelectorAll(".static *").length;
}
