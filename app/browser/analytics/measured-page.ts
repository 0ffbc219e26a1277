import type { AnalyticsEvent } from "~/domain/analytics-events";

/** The part of a page's data block for analytics. */
export interface MeasuredPage {
  events: AnalyticsEvent[];
  /** The consent script; undefined if neither it nor a tag manager is loaded. */
  consent?: string;
  /** The tag manager's container. */
  tags?: string;
  /** The difference between the app's clock and the machine's, in milliseconds (CLOCK). */
  ahead?: number;
}

declare global {
  /** Set by the first script (app/browser/hydration/first-script.ts). */
  var pageMeasured: MeasuredPage;

  interface Window {
    dataLayer?: unknown[];
  }
}
