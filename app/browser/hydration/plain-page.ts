import { isLocale } from "~/i18n/locales";
import { getBrowserTranslator } from "~/i18n/messages.client";

/** Thrown when React is about to replace the server's elements, and all typed text in them. */
export class HydrationError extends Error {
  override name = "HydrationError";
}

/**
 * Marks the page as one that React does not control. If the visitor submits a form offline, the form is not sent and a
 * message is shown, as on a hydrated page.
 */
export function skipHydration(): void {
  const { dataset } = document.documentElement;
  dataset["plain"] = "";
  addEventListener("submit", (event) => {
    if (navigator.onLine || event.defaultPrevented || !isLocale(dataset["locale"])) return;
    event.preventDefault();
    alert(getBrowserTranslator(dataset["locale"])("common:failure.offline"));
  });
}

/** Reports why React does not control the page. The page's forms and links still work. */
export function reportUnhydratedPage(error: unknown): void {
  delete document.documentElement.dataset["hydrated"];
  skipHydration();
  countFailure(error instanceof HydrationError ? "hydration" : "rendering");
  reportError(error);
}
