import type { ReactNode } from "react";
import { useSite } from "~/ui/components/site";
import { CriticalStyles } from "~/ui/components/styles";
import { isoOf } from "~/i18n/locales";
import type { Gate, LayoutName } from "./page-handle";

interface DocumentProps {
  /** The page's title and description. */
  head: ReactNode;
  alternates: { canonical: string; languages: { language: string; url: string }[] } | undefined;
  layout: LayoutName;
  gate: Gate | undefined;
  children: ReactNode;
}

/**
 * The HTML document around every page. The server alone renders it: in the browser React owns the container of the page
 * and nothing outside of it, where browsers and their extensions add elements (docs/decisions/hydration.md).
 */
export function Document({ head, alternates, layout, gate, children }: DocumentProps) {
  const { locale, brand, base } = useSite();
  return (
    <html lang={isoOf(locale)} dir="ltr" data-locale={locale} data-brand={brand} data-base={base}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {head}
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content="#0b090a" />
        {alternates && <link rel="canonical" href={alternates.canonical} />}
        {alternates?.languages.map(({ language, url }) => (
          <link key={language} rel="alternate" hrefLang={language} href={url} />
        ))}
        <link rel="icon" href={`${base}/icon.svg`} type="image/svg+xml" />
        <link rel="apple-touch-icon" href={`${base}/apple-touch-icon.png`} />
        <link rel="manifest" href={`${base}/site.webmanifest`} />
        <CriticalStyles isLanding={layout === "default"} />
      </head>
      <body data-layout={layout} data-gate={gate}>
        <div id="page">{children}</div>
      </body>
    </html>
  );
}
