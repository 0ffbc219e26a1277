import { useEffect } from "react";
import { isoOf, type Locale } from "~/i18n/locales";

/**
 * Keeps the document's language and title correct after a client navigation, which has no new document. The server sets
 * those of the first page.
 */
export function useDocumentLanguage(locale: Locale, title: string): void {
  useEffect(() => {
    const { documentElement } = document;
    // Set after this effect, when the whole page has hydrated (app/browser/hydration/hydrate-page.tsx).
    if (documentElement.dataset["hydrated"] === undefined) return;
    documentElement.lang = isoOf(locale);
    documentElement.dataset["locale"] = locale;
    document.title = title;
  }, [locale, title]);
}
