import type { MeasuredPage } from "../analytics/measured-page";
import type { BrowserFailure } from "~/telemetry/browser-failures";
import { hasRequiredFeatures } from "./required-features";
import type * as Reporter from "../browser-reporter";
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
  /** The files that the hydrating scripts import, to be preloaded in parallel. */
  files: string[];
  /** The texts of the parts that are hydrated. */
  messages: Messages;
  measured: MeasuredPage;
  /** The number of elements that React takes over. */
  elements: number;
  /** The target of error reports, and the reporter's file; undefined without reports. */
  reports?: Reporter.ReportsTo & { module: string };
  /** True for the answer to a form: it contains typed text, and a reload would send the form again. */
  posted?: true;
}

declare global {
  /**
   * Reloads the page when a script is missing, as after a deployment, at most once in ten seconds
   * (docs/product/pages.md#errors-and-messages), unless text was typed. Without a reload the page works as without
   * script.
   */
  var reloadFor: (error: unknown) => void;
  /** Returns true if elements or texts outside the static parts have changed since this script ran. */
  var isPageChanged: () => boolean;
  /** Reports a failure to the server's counter, each kind once a page. */
  var countFailure: (kind: BrowserFailure) => void;
}

const block = document.getElementById("page-data");
const signs = ["pointerdown", "keydown", "focusin"];
const waitingErrors: unknown[] = [];
const failures: BrowserFailure[] = [];
let touched = false;
let isChanged = false;
let isReporterRequested = false;

/**
 * Decides whether and when the page hydrates; no other script runs before. The script is inlined in the document
 * (vite.config.ts), so its imports have to be small.
 *
 * The page never hydrates with data saving, on a slow connection or on a small device, because it works without
 * hydration. Otherwise it hydrates when the browser is idle, or on the first touch, key or focus.
 */
function startLoading(): void {
  const { connection = {}, deviceMemory = 8 } = navigator as {
    connection?: { saveData?: boolean; effectiveType?: string };
    deviceMemory?: number;
  };
  if (!block || connection.saveData || connection.effectiveType?.includes("2g") || deviceMemory < 1) return;

  const { base = "" } = document.documentElement.dataset;
  window.countFailure = (kind) => {
    if (failures.includes(kind)) return;
    failures.push(kind);
    if ("sendBeacon" in navigator) navigator.sendBeacon(`${base}/browser-reports`, JSON.stringify({ kind }));
  };
  addEventListener("error", ({ error }: { error: unknown }) => {
    if (error) fail(error);
  });
  addEventListener("unhandledrejection", (event) => {
    const reason: unknown = event.reason;
    // Chromium rejects a promise if a visitor leaves the page before a view transition is complete (CSS View
    // Transitions 2). This is not an error.
    if (reason instanceof DOMException && /transition/i.test(reason.message)) event.preventDefault();
    else fail(reason);
  });
  addEventListener("input", () => (touched = true), true);
  window.reloadFor = reloadFor;
  if (!hasRequiredFeatures()) {
    countFailure("missing-feature");
    return;
  }

  const observer = new MutationObserver(noteChanges);
  observer.observe(document.getElementById("page") ?? block, {
    childList: true,
    characterData: true,
    subtree: true,
  });
  window.isPageChanged = () => {
    noteChanges(observer.takeRecords());
    return isChanged;
  };

  for (const sign of signs) addEventListener(sign, startHydration, true);
  addEventListener("load", () => {
    if ("requestIdleCallback" in window) requestIdleCallback(startHydration, { timeout: 4000 });
    else setTimeout(startHydration, 200);
  });
}

/** React does not change the content of static parts (app/ui/components/static-html.tsx). */
function noteChanges(records: MutationRecord[]): void {
  for (const { target } of records) {
    const element = target instanceof Element ? target : target.parentElement;
    if (!element?.closest(".static")) isChanged = true;
  }
}

function startHydration(): void {
  for (const sign of signs) removeEventListener(sign, startHydration, true);
  if (!block || block.dataset["begun"]) return;
  block.dataset["begun"] = "true";
  hydrate(readPage()).catch((error: unknown) => {
    countFailure("script");
    reloadFor(error);
    throw error;
  });
}

function readPage(): PageHydration {
  return JSON.parse(block?.textContent ?? "") as PageHydration;
}

/** Loads the reporter on the first error. It replaces `failed.push`, and limits the reports of the whole page. */
function fail(error: unknown): void {
  if (failures.length === 0) countFailure("error");
  const { reports } = readPage();
  if (!reports) return;
  waitingErrors.push(error);
  if (isReporterRequested) return;
  isReporterRequested = true;
  import(/* @vite-ignore */ reports.module).then(
    ({ reportFrom }: typeof Reporter) => {
      reportFrom(waitingErrors, reports);
    },
    () => undefined,
  );
}

function reloadFor(error: unknown): void {
  // Matches the error messages of Chromium, Firefox and Safari for a module that could not be loaded.
  if (!/dynamically imported|module script/i.test(String(error)) || touched || readPage().posted) return;
  const texts = document.querySelectorAll<HTMLInputElement>("input:not([type=checkbox],[type=radio])");
  for (const { value, defaultValue } of texts) if (value !== defaultValue) return;
  try {
    if (Date.now() - Number(sessionStorage.getItem("reloaded")) < 10_000) return;
    sessionStorage.setItem("reloaded", Date.now().toString());
    location.reload();
  } catch {
    // Without storage the page could reload forever.
  }
}

async function hydrate(page: PageHydration): Promise<void> {
  const { context, data, manifest, files, messages, measured, elements } = page;
  for (const href of files) {
    const link = document.createElement("link");
    Object.assign(link, { rel: "modulepreload", href });
    document.head.append(link);
  }
  if (manifest.hmr) await import(/* @vite-ignore */ manifest.hmr.runtime);
  const modules: Record<string, unknown> = {};
  for (const [id, { module }] of Object.entries(manifest.routes))
    modules[id] = await import(/* @vite-ignore */ module);
  Object.assign(window, {
    __remixContext: { ...context, stream: new Blob([data]).stream() },
    __remixManifest: manifest,
    __remixRouteModules: modules,
    pageMessages: messages,
    pageMeasured: measured,
    pageElements: elements,
  });
  await import(/* @vite-ignore */ manifest.entry.module);
}

startLoading();
