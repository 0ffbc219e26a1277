import { RemixBrowser } from "@remix-run/react";
import { type ReactNode, startTransition, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { loadServedParts } from "./ui/components/lazy-part";
import { TranslatorSource } from "./ui/components/site";
import { isStepWithin } from "./ui/components/steps-within";
import { measure } from "./browser/analytics/measure";
import { decodePageData } from "./browser/decode-page-data";
import { HydrationError } from "./browser/hydration/hydration-only";
import { KeepPage } from "./browser/hydration/keep-page";
import { countLivingElements } from "./browser/hydration/living-elements";
import { sendTimeZone } from "./browser/time-zone.client";
import { isLocale } from "./i18n/locales";
import { addMessages, knownTranslator } from "./i18n/messages.client";
import type { Messages } from "./i18n/translator";

declare global {
  /** Put there by the first script (app/browser/begin.ts), like the next one. */
  var pageMessages: Messages;
  /** How many elements React takes over, by the server's count. */
  var pageElements: number;
}

/** Takes over the page that the server sent; where that is not possible, the page stays unchanged. */
async function hydrate(): Promise<void> {
  const { dataset } = document.documentElement;
  const { locale, base = "" } = dataset;
  const container = document.getElementById("page");
  if (!isLocale(locale) || !container) return;
  addMessages(locale, pageMessages);
  await Promise.all([decodePageData(), loadServedParts()]);
  sendTimeZone(base);
  if (isPageChanged() || countLivingElements(container) !== pageElements) {
    stayPlain();
    countFailure("changed-page");
    return;
  }
  startTransition(() => {
    hydrateRoot(
      container,
      <KeepPage container={container} onFailure={noteFailure}>
        <TranslatorSource.Provider value={knownTranslator}>
          <Hydrated>
            <RemixBrowser />
          </Hydrated>
        </TranslatorSource.Provider>
      </KeepPage>,
      // React recovers from such an error by itself, by rendering a part of the page a second time.
      { onRecoverableError: reportError },
    );
  });
}

/** Marks a page that React does not own. A form that is sent offline stays on the page here too. */
function stayPlain(): void {
  const { dataset } = document.documentElement;
  dataset["plain"] = "";
  addEventListener("submit", (event) => {
    if (navigator.onLine || event.defaultPrevented || !isLocale(dataset["locale"])) return;
    event.preventDefault();
    alert(knownTranslator(dataset["locale"])("common:failure.offline"));
  });
}

/** The page was put back as it was. Its forms and links work on. */
function noteFailure(error: unknown): void {
  delete document.documentElement.dataset["hydrated"];
  stayPlain();
  countFailure(error instanceof HydrationError ? "hydration" : "rendering");
  reportError(error);
}

/** Says that the page is taken over: the effects of everything inside have run. Whoever measures waits for it. */
function Hydrated({ children }: { children: ReactNode }) {
  useEffect(() => {
    document.documentElement.dataset["hydrated"] = "";
  }, []);
  return children;
}

// Before the router does: those who listen to the window are told in their order.
window.addEventListener("popstate", (event) => {
  if (isStepWithin(event)) event.stopImmediatePropagation();
});

const place = "typed-before-reload";

/**
 * In development an edited text loads the page anew; what was typed is put back, as the browser does it by itself where
 * a page may be stored. No part of the build.
 */
function keepTypedOverReloads(hot: NonNullable<ImportMeta["hot"]>): void {
  hot.on("vite:beforeFullReload", () => {
    sessionStorage.setItem(place, JSON.stringify(textFields().map(({ value }) => value)));
  });
  const saved: unknown = JSON.parse(sessionStorage.getItem(place) ?? "[]");
  sessionStorage.removeItem(place);
  if (!Array.isArray(saved)) return;
  for (const [index, field] of textFields().entries()) {
    const value: unknown = saved[index];
    if (typeof value === "string") field.value = value;
  }
}

function textFields(): (HTMLInputElement | HTMLSelectElement)[] {
  return [
    ...document.querySelectorAll<HTMLInputElement | HTMLSelectElement>(
      "input:not([type=hidden], [type=checkbox], [type=radio], [type=submit]), select",
    ),
  ];
}

// Measured after everything else: nobody waits for it.
const hydrated = hydrate().then(() => measure(pageMeasured));
if (import.meta.hot) {
  const { hot } = import.meta;
  void hydrated.then(() => keepTypedOverReloads(hot));
}
