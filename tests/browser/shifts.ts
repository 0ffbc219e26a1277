import type { Page } from "@playwright/test";

/**
 * Records layout shifts that no interaction causes (Layout Instability API) and that score at least 0.005. Smaller
 * shifts may occur on a busy machine: a browser renders the header before its last link arrives, and the neighboring
 * link shifts by at most 0.002.
 */
export function countShifts(): void {
  let totalShift = 0;
  const describeSource = ({ node, previousRect, currentRect }: LayoutShiftAttribution) =>
    `${node instanceof Element ? node.outerHTML.slice(0, 80) : "?"} from ${JSON.stringify(previousRect)} to ${JSON.stringify(currentRect)}`;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const shift = entry as LayoutShift;
      if (!shift.hadRecentInput) totalShift += shift.value;
      if (!shift.hadRecentInput && totalShift >= 0.005)
        document.documentElement.dataset["shifts"] =
          `${shift.value}: ${shift.sources.map(describeSource).join("; ")}`;
    }
  }).observe({ type: "layout-shift", buffered: true });
}

/** Returns the layout shifts that `countShifts` recorded on this page, or an empty text. */
export const readShifts = (page: Page) =>
  page.evaluate(() => document.documentElement.dataset["shifts"] ?? "");

/** A layout shift entry (https://wicg.github.io/layout-instability/). */
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
