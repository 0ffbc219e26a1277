import { RemixBrowser } from "@remix-run/react";
import { type ReactNode, startTransition, Suspense, useEffect, useState } from "react";
import { hydrateRoot } from "react-dom/client";
import { sendTimeZone } from "~/browser/time-zone.client";
import { isLocale } from "~/i18n/locales";
import { addMessages, getBrowserTranslator } from "~/i18n/messages.client";
import type { Messages } from "~/i18n/translator";
import { loadComponentsInDocument } from "~/ui/components/lazy-component";
import { TranslatorContext } from "~/ui/components/site";
import { isHistoryStepWithinPage } from "~/ui/components/steps-within";
import { useHydrated } from "~/ui/components/use-hydrated";
import { PageErrorBoundary } from "./keep-page";
import { countHydratedElements } from "./living-elements";
import { HydrationError, skipHydration } from "./plain-page";

declare global {
  /** The texts of the hydrated parts, set by the first script (first-script.ts). */
  var pageMessages: Messages;
  /** The number of elements that React hydrates, counted by the server and set by the first script. */
  var hydratedElementCount: number;
}

/** Hydrates the server's page. If that fails, the server's elements stay unchanged. */
export async function hydratePage(): Promise<void> {
  const { locale, base = "" } = document.documentElement.dataset;
  const container = document.getElementById("page");
  if (!isLocale(locale) || !container) return;
  addMessages(locale, pageMessages);
  await loadComponentsInDocument();
  sendTimeZone(base);
  if (isPageChanged() || countHydratedElements(container) !== hydratedElementCount) {
    skipHydration();
    countFailure("changed-page");
    return;
  }
  startTransition(() => {
    hydrateRoot(
      container,
      <PageErrorBoundary>
        <TranslatorContext.Provider value={getBrowserTranslator}>
          {/* Suspends until Remix has decoded the page's data. The server writes the same boundary (document.tsx). */}
          <Suspense>
            <HydrationCheck>
              <RemixBrowser />
            </HydrationCheck>
          </Suspense>
        </TranslatorContext.Provider>
      </PageErrorBoundary>,
      // Reports the errors from which React recovers by rendering a part of the page again.
      { onRecoverableError: reportError },
    );
  });
}

/**
 * Throws an error if React renders the page again after a hydration mismatch. `PageErrorBoundary` handles the error and
 * keeps the server's page. Marks the page as hydrated after all effects have run.
 *
 * @throws {HydrationError} if the first rendering is not a hydration
 */
function HydrationCheck({ children }: { children: ReactNode }) {
  const [isRenderedAnew] = useState(useHydrated());
  if (isRenderedAnew) throw new HydrationError("React did not hydrate the page");
  useEffect(() => {
    document.documentElement.dataset["hydrated"] = "";
  }, []);
  return children;
}

// Hides history steps (Back and Forward) within the page from the router. This listener is added before the router's,
// so that it can stop the event.
window.addEventListener("popstate", (event) => {
  if (isHistoryStepWithinPage(event)) event.stopImmediatePropagation();
});
