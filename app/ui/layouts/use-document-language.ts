import { useEffect } from "react";
import { isoOf, type Locale } from "~/i18n/locales";

/**
 * Updates the document's language and title after a client navigation, which loads no new document. The server sets the
 * language and title of the first page.
 */
export function useDocumentLanguage(locale: Locale, title: string): void {
  useEffect(() => {
    const { documentElement } = document;
    // The attribute is missing during hydration, because it is set after this effect
    // (app/browser/hydration/hydrate-page.tsx).
    if (documentElement.dataset["hydrated"] === undefined) return;
    documentElement.lang = isoOf(locale);
    documentElement.dataset["locale"] = locale;
    document.title = title;
  }, [locale, title]);
}
