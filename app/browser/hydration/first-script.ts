import type { AnalyticsData } from "~/browser/analytics/analytics-data";
import type { BrowserFailure } from "~/telemetry/browser-failures";
import { hasRequiredFeatures } from "./required-features";
import type * as Reporter from "~/browser/browser-reporter";
import type { Messages } from "~/i18n/translator";

/** The page's data for hydration, in a data block of the document. */
export interface PageHydration {
  context: object;
  /** The loaders' data in Remix's encoding. */
  data: string;
  manifest: {
    version: string;
    entry: { module: string };
    routes: Record<string, { module: string }>;
    hmr?: { runtime: string };
  };
  /** The script files that hydration needs. They are preloaded in parallel. */
  files: string[];
  /** The texts that the hydrated parts of the page use. */
  messages: Messages;
  analytics: AnalyticsData;
  /**
   * The number of elements that React hydrates, counted by the server. If the browser counts another number, some
   * program has changed the page, and the page is not hydrated.
   */
  elements: number;
  /**
   * The destination of error reports, and the file of the script that sends them; undefined if errors are not reported.
   */
  reports?: Reporter.ReporterOptions & { module: string };
  /** True if the page is the response to a submitted form: a reload would submit the form again and lose typed text. */
  posted?: true;
}

declare global {
  /**
   * Reloads the page if a script file is missing, for example after a deployment
   * (docs/product/pages.md#errors-and-messages). Does nothing if the visitor has typed, or if the last reload was less
   * than ten seconds ago. The page then works without script.
   */
  var reloadAfterError: (error: unknown) => void;
  /** Returns true if elements or texts outside the static parts have changed since this script ran. */
  var isPageChanged: () => boolean;
  /** Reports a failure to the server, which counts failures. A page reports each kind of failure only once. */
  var countFailure: (kind: BrowserFailure) => void;
}

const pageDataElement = document.getElementById("page-data");
const interactionEvents = ["pointerdown", "keydown", "focusin"];
const waitingErrors: unknown[] = [];
const countedFailures: BrowserFailure[] = [];
let hasVisitorTyped = false;
let hasPageChanged = false;
let isReporterRequested = false;

/**
 * Decides whether and when the page hydrates. Runs before all other scripts, inlined in the document (vite.config.ts),
 * so its imports must be small. Hydrates when idle, or on the first touch, key or focus; never with data saving, a slow
 * connection or a small device.
 */
function startLoading(): void {
  const { connection = {}, deviceMemory = 8 } = navigator as {
    connection?: { saveData?: boolean; effectiveType?: string };
    deviceMemory?: number;
  };
  if (!pageDataElement || connection.saveData || connection.effectiveType?.includes("2g") || deviceMemory < 1)
    return;

  const { base = "" } = document.documentElement.dataset;
  window.countFailure = (failure) => {
    if (countedFailures.includes(failure)) return;
    countedFailures.push(failure);
    if ("sendBeacon" in navigator)
      navigator.sendBeacon(`${base}/browser-reports`, JSON.stringify({ kind: failure }));
  };
  addEventListener("error", ({ error }: { error: unknown }) => {
    if (error) reportError(error);
  });
  addEventListener("unhandledrejection", (event) => {
    const rejectionReason: unknown = event.reason;
    // Ignores a rejection that is not an error: Chromium rejects a promise if a visitor leaves the page before a view
    // transition is complete (CSS View Transitions 2).
    if (rejectionReason instanceof DOMException && /transition/i.test(rejectionReason.message))
      event.preventDefault();
    else reportError(rejectionReason);
  });
  addEventListener("input", () => (hasVisitorTyped = true), true);
  window.reloadAfterError = reloadAfterError;
  if (!hasRequiredFeatures()) {
    countFailure("missing-feature");
    return;
  }

  const pageObserver = new MutationObserver(recordChanges);
  pageObserver.observe(document.getElementById("page") ?? pageDataElement, {
    childList: true,
    characterData: true,
    subtree: true,
  });
  window.isPageChanged = () => {
    recordChanges(pageObserver.takeRecords());
    return hasPageChanged;
  };

  for (const eventName of interactionEvents) addEventListener(eventName, startHydration, true);
  addEventListener("load", () => {
    if ("requestIdleCallback" in window) requestIdleCallback(startHydration, { timeout: 4000 });
    else setTimeout(startHydration, 200);
  });
}

/**
 * Records that the page has changed outside its static parts. Changes inside static parts do not matter, because React
 * does not change the content of these parts (app/ui/components/static-html.tsx).
 */
function recordChanges(records: MutationRecord[]): void {
  for (const { target } of records) {
    const element = target instanceof Element ? target : target.parentElement;
    if (!element?.closest(".static")) hasPageChanged = true;
  }
}

function startHydration(): void {
  for (const eventName of interactionEvents) removeEventListener(eventName, startHydration, true);
  if (!pageDataElement || pageDataElement.dataset["started"]) return;
  pageDataElement.dataset["started"] = "true";
  hydrate(readPageData()).catch((error: unknown) => {
    countFailure("script");
    reloadAfterError(error);
    throw error;
  });
}

function readPageData(): PageHydration {
  return JSON.parse(pageDataElement?.textContent ?? "") as PageHydration;
}

/**
 * Collects an error, and loads the reporter on the first error. The reporter replaces `waitingErrors.push` and limits
 * the number of reports per page.
 */
function reportError(error: unknown): void {
  if (countedFailures.length === 0) countFailure("error");
  const { reports } = readPageData();
  if (!reports) return;
  waitingErrors.push(error);
  if (isReporterRequested) return;
  isReporterRequested = true;
  import(/* @vite-ignore */ reports.module).then(
    ({ startReporter }: typeof Reporter) => {
      startReporter(waitingErrors, reports);
    },
    () => undefined,
  );
}

function reloadAfterError(error: unknown): void {
  // Matches the error messages of Chromium, Firefox and Safari for a module that could not be loaded.
  if (!/dynamically imported|module script/i.test(String(error)) || hasVisitorTyped || readPageData().posted)
    return;
  const textInputs = document.querySelectorAll<HTMLInputElement>("input:not([type=checkbox],[type=radio])");
  for (const { value, defaultValue } of textInputs) if (value !== defaultValue) return;
  try {
    if (Date.now() - Number(sessionStorage.getItem("reloaded")) < 10_000) return;
    sessionStorage.setItem("reloaded", Date.now().toString());
    location.reload();
  } catch {
    // Does not reload without storage, because the page could then reload forever.
  }
}

async function hydrate(pageData: PageHydration): Promise<void> {
  const { context, data, manifest, files, messages, analytics, elements } = pageData;
  for (const href of files) {
    const link = document.createElement("link");
    Object.assign(link, { rel: "modulepreload", href });
    document.head.append(link);
  }
  if (manifest.hmr) await import(/* @vite-ignore */ manifest.hmr.runtime);
  const routeModules: Record<string, unknown> = {};
  for (const [id, { module }] of Object.entries(manifest.routes))
    routeModules[id] = await import(/* @vite-ignore */ module);
  Object.assign(window, {
    __remixContext: { ...context, stream: new Blob([data]).stream() },
    __remixManifest: manifest,
    __remixRouteModules: routeModules,
    pageMessages: messages,
    analyticsData: analytics,
    hydratedElementCount: elements,
  });
  await import(/* @vite-ignore */ manifest.entry.module);
}

startLoading();
