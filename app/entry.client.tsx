import { RemixBrowser } from "@remix-run/react";
import { startTransition, useEffect, type ReactNode } from "react";
import { hydrateRoot } from "react-dom/client";
import { TranslatorSource } from "./components/site";
import { CriticalStylesContext } from "./components/styles";
import { tellTimeZone } from "./http/time-zone.client";
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
  tellTimeZone(base ?? "");
  addMessages(locale, pageMessages);
  await decodePageData();
  const styles = document.querySelector("head style")?.textContent ?? "";
  rememberChoices();
  startTransition(() => {
    hydrateRoot(
      document,
      <TranslatorSource.Provider value={knownTranslator}>
        <CriticalStylesContext.Provider value={styles}>
          <KeepChoices>
            <RemixBrowser />
          </KeepChoices>
        </CriticalStylesContext.Provider>
      </TranslatorSource.Provider>,
    );
  });
}

/** What was chosen in a list before hydration, which React would set back to what the server sent. */
const chosen = new Map<HTMLSelectElement, string>();

function rememberChoices(): void {
  for (const select of document.querySelectorAll("select")) chosen.set(select, select.value);
}

function KeepChoices({ children }: { children: ReactNode }) {
  useEffect(() => {
    for (const [select, value] of chosen) {
      if (select.value === value) continue;
      select.value = value;
      select.dispatchEvent(new Event("change", { bubbles: true }));
    }
    chosen.clear();
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

void hydrate();
