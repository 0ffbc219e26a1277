import { RemixBrowser } from "@remix-run/react";
import { type ReactNode, startTransition, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { CriticalStylesContext, TranslatorSource } from "./ui/components/site";
import { isStepWithin } from "./ui/components/steps-within";
import { measure } from "./browser/analytics/measure";
import { decodePageData } from "./browser/decode-page-data";
import { sendTimeZone } from "./browser/time-zone.client";
import { isLocale } from "./i18n/locales";
import { addMessages, knownTranslator } from "./i18n/messages.client";
import type { Messages } from "./i18n/translator";

declare global {
  /** Put there by the first script (app/browser/begin.ts). */
  var pageMessages: Messages;
}

/** The page is whole without this; it takes over what came with it. */
async function hydrate(): Promise<void> {
  const { locale, base } = document.documentElement.dataset;
  if (!isLocale(locale)) return;
  addMessages(locale, pageMessages);
  await decodePageData();
  const styles = document.querySelector("head style")?.textContent ?? "";
  startTransition(() => {
    hydrateRoot(
      document,
      <TranslatorSource.Provider value={knownTranslator}>
        <CriticalStylesContext.Provider value={() => styles}>
          <Hydrated>
            <RemixBrowser />
          </Hydrated>
        </CriticalStylesContext.Provider>
      </TranslatorSource.Provider>,
    );
  });
  sendTimeZone(base ?? "");
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
