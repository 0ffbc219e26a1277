import { RemixBrowser } from "@remix-run/react";
import { type ReactNode, startTransition, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { CriticalStylesContext, TranslatorSource } from "./ui/components/site";
import { measure } from "./browser/analytics/measure";
import { decodePageData } from "./browser/decode-page-data";
import { keepTypedOverReloads } from "./browser/typed-over-reloads";
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

/** A way within the page is the browser's own: the router would drop what the form's action has answered. */
window.addEventListener("popstate", (event) => {
  if (event.state === null && location.hash !== "") event.stopImmediatePropagation();
});

// Measured after everything else: nobody waits for it.
const hydrated = hydrate().then(() => measure(pageMeasured));
if (import.meta.hot) {
  const { hot } = import.meta;
  void hydrated.then(() => keepTypedOverReloads(hot));
}
