import type { AnalyticsEvent } from "./events";

/** What a page tells the script that measures, in its data block. */
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
  /** Put there by the first script (app/hydration/begin.ts). */
  var pageMeasured: MeasuredPage;

  interface Window {
    dataLayer?: unknown[];
  }
}
