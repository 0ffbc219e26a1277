import type { AnalyticsEvent } from "~/domain/analytics-events";

/** The part of a page's data block that measuring needs. */
export interface MeasuredPage {
  events: AnalyticsEvent[];
  /** The consent script; absent where neither it nor a tag manager is loaded. */
  consent?: string;
  /** The tag manager's container. */
  tags?: string;
  /** How far the app's own clock is ahead of the machine's, in milliseconds (CLOCK). */
  ahead?: number;
}

declare global {
  /** Put there by the first script (app/browser/hydration/first-script.ts). */
  var pageMeasured: MeasuredPage;

  interface Window {
    dataLayer?: unknown[];
  }
}
