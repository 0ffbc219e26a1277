import type { DataLayerEvent } from "~/domain/analytics-events";

/** The analytics data in a page's data block. */
export interface AnalyticsData {
  events: DataLayerEvent[];
  /** The URL of the consent script; undefined on pages that load neither this script nor a tag manager. */
  consent?: string;
  /** The id of the tag manager's container. */
  tags?: string;
  /** The difference between the app's clock and the machine's, in milliseconds (environment variable CLOCK). */
  clockOffset?: number;
}

declare global {
  /** Data that the first script (app/browser/hydration/first-script.ts) passes to the other scripts. */
  var analyticsData: AnalyticsData;

  interface Window {
    dataLayer?: unknown[];
  }
}
