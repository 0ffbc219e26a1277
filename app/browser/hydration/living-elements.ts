/** Counts the elements of a page that React hydrates: all except those inside static parts. */
export function countLivingElements(page: Element): number {
  return page.querySelectorAll("*").length - page.querySelectorAll(".static *").length;
}
