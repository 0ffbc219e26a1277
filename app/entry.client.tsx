import { RemixBrowser } from "@remix-run/react";
import { startTransition, useEffect, type ReactNode } from "react";
import { hydrateRoot } from "react-dom/client";
import { TranslatorSource } from "./components/site";
import { measure } from "./analytics/measure";
import { CriticalStylesContext } from "./components/critical-styles";
import { sendTimeZone } from "./http/time-zone.client";
import { isLocale } from "./i18n/locales";
import { addMessages, knownTranslator } from "./i18n/messages.client";
import type { Messages } from "./i18n/translator";

declare global {
  /** Put there by the first script (app/hydration/begin.ts). */
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

/**
 * Remix decodes the page's data when it first renders, and until then suspends the whole document: somebody who types
 * in that moment would end its hydration for good (React error 345). So what it waits for is awaited before.
 */
async function decodePageData(): Promise<void> {
  try {
    RemixBrowser({});
  } catch (waiting) {
    await waiting;
  }
}

/** A way within the page is the browser's own: the router would drop what the form's action has answered. */
window.addEventListener("popstate", (event) => {
  if (event.state === null && location.hash !== "") event.stopImmediatePropagation();
});

// Measured after everything else: nobody waits for it.
void hydrate().then(() => measure(pageMeasured));
