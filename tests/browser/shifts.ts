import type { Page } from "@playwright/test";

/**
 * Writes down what moved without being asked to (Layout Instability API), once it is 0.00 no longer: on a busy machine a
 * browser draws the header before its last link has come, and the one beside it moves by 0.002 at the most.
 */
export function countShifts(): void {
  let moved = 0;
  const where = ({ node, previousRect, currentRect }: LayoutShiftAttribution) =>
    `${node instanceof Element ? node.outerHTML.slice(0, 80) : "?"} from ${JSON.stringify(previousRect)} to ${JSON.stringify(currentRect)}`;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const shift = entry as LayoutShift;
      if (!shift.hadRecentInput) moved += shift.value;
      if (!shift.hadRecentInput && moved >= 0.005)
        document.documentElement.dataset["shifts"] = `${shift.value}: ${shift.sources.map(where).join("; ")}`;
    }
  }).observe({ type: "layout-shift", buffered: true });
}

/** What moved on this page, where `countShifts` runs; empty if nothing did. */
export const shiftsOf = (page: Page) => page.evaluate(() => document.documentElement.dataset["shifts"] ?? "");

/** https://wicg.github.io/layout-instability/ */
interface LayoutShift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: LayoutShiftAttribution[];
}

interface LayoutShiftAttribution {
  node: Node | null;
  previousRect: DOMRectReadOnly;
  currentRect: DOMRectReadOnly;
}
