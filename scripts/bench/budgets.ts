export interface Budget {
  name: string;
  unit: string;
  /** The maximum allowed value; the minimum allowed value if `isMinimum` is true. */
  limit: number;
  isMinimum?: true;
  /** The desired value, which is stricter than the limit. */
  desiredValue?: number;
  /** The number of digits after the decimal point, in the report and in comparisons with the limit. */
  decimalPlaces: number;
}

const kilobyteFormat = { unit: "KB", decimalPlaces: 1 };

/**
 * The performance budgets. A KB is 1024 bytes. Page sizes include headers; script sizes do not. docs/decisions/bench.md
 * explains each figure.
 */
export const budgets = {
  landingRate: {
    name: "landing pages/s, relative to plain Node sending the same page",
    unit: "×",
    limit: 0.9,
    isMinimum: true,
    decimalPlaces: 2,
  },
  landingP99: {
    name: "landing p99 at 100 pages/s, above plain Node's",
    unit: "ms",
    limit: 5,
    decimalPlaces: 1,
  },
  formFloor: {
    name: "form pages/s, relative to plain Node doing the same work",
    unit: "×",
    limit: 0.9,
    isMinimum: true,
    decimalPlaces: 2,
  },
  formRate: {
    name: "form pages/s, relative to stock remix-serve",
    unit: "×",
    limit: 5,
    isMinimum: true,
    decimalPlaces: 2,
  },
  formP99: { name: "form p99 at 100 pages/s, above plain Node's", unit: "ms", limit: 15, decimalPlaces: 1 },
  html: { name: "landing HTML, compressed with Brotli", limit: 14, ...kilobyteFormat },
  before: { name: "landing before hydration, without lazy pictures", limit: 60, ...kilobyteFormat },
  after: { name: "landing after hydration, without lazy pictures", limit: 140, ...kilobyteFormat },
  saveData: { name: "landing with Save-Data, all files", limit: 25, ...kilobyteFormat },
  scriptBefore: {
    name: "landing scripts before hydration, compressed with Brotli",
    limit: 2,
    ...kilobyteFormat,
  },
  // 3 KB more than at first, for hydration without changed copies of Remix's files (app/browser/hydration/README.md).
  scriptAfter: {
    name: "landing scripts after hydration, compressed with Brotli",
    limit: 78,
    ...kilobyteFormat,
  },
  scriptForm: { name: "form scripts after hydration, compressed with Brotli", limit: 98, ...kilobyteFormat },
  firstSuccess: {
    name: "time from the invitation to the second step on a slow phone",
    unit: "s",
    limit: 12,
    decimalPlaces: 1,
  },
  plainBytes: { name: "whole registration without script", limit: 100, ...kilobyteFormat },
  scriptedBytes: { name: "whole registration with script", limit: 170, ...kilobyteFormat },
  performance: { name: "Lighthouse, performance", unit: "", limit: 100, isMinimum: true, decimalPlaces: 0 },
  lcp: { name: "Lighthouse, LCP", unit: "s", limit: 1, desiredValue: 0.92, decimalPlaces: 2 },
  tbt: { name: "Lighthouse, TBT above plain Node's", unit: "ms", limit: 50, decimalPlaces: 0 },
  cls: { name: "Lighthouse, CLS", unit: "", limit: 0, decimalPlaces: 3 },
  start: { name: "process start to first page", unit: "s", limit: 1, decimalPlaces: 2 },
  probes: {
    name: "slowest health probe under 150 connections",
    unit: "s",
    limit: 1,
    decimalPlaces: 2,
  },
  refused: {
    name: "processor time of a form refused with 429, relative to a shown form",
    unit: "×",
    limit: 1,
    decimalPlaces: 2,
  },
  firstSecond: {
    name: "form pages in the first second after ready, relative to the tenth",
    unit: "×",
    limit: 0.7,
    isMinimum: true,
    decimalPlaces: 2,
  },
  memory: { name: "memory after 100,000 landing pages", unit: "MB", limit: 170, decimalPlaces: 0 },
  formMemory: { name: "memory after 20,000 forms", unit: "MB", limit: 170, decimalPlaces: 0 },
} satisfies Record<string, Budget>;

export type BudgetKey = keyof typeof budgets;
