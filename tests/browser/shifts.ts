import type { Page } from "@playwright/test";

/**
 * Records layout shifts that no interaction causes (Layout Instability API) and that score at least 0.005. Smaller
 * shifts may occur on a busy machine: a browser renders the header before its last link arrives, and the neighboring
 * link shifts by at most 0.002.
 */
export function recordLayoutShifts(): void {
  let totalShiftScore = 0;
  const describeSource = ({ node, previousRect, currentRect }: LayoutShiftAttribution) =>
    `${node instanceof Element ? node.outerHTML.slice(0, 80) : "?"} from ${JSON.stringify(previousRect)} to ${JSON.stringify(currentRect)}`;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const layoutShift = entry as LayoutShift;
      if (!layoutShift.hadRecentInput) totalShiftScore += layoutShift.value;
      if (!layoutShift.hadRecentInput && totalShiftScore >= 0.005)
        document.documentElement.dataset["shifts"] =
          `${layoutShift.value}: ${layoutShift.sources.map(describeSource).join("; ")}`;
    }
  }).observe({ type: "layout-shift", buffered: true });
}

/** Returns the layout shifts that `recordLayoutShifts` recorded on this page, or an empty text. */
export const readLayoutShifts = (page: Page) =>
  page.evaluate(() => document.documentElement.dataset["shifts"] ?? "");

/** Waits until the received content is rendered and layout shifts are reported. */
export const waitForRendering = (page: Page) =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)));
      }),
  );

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
