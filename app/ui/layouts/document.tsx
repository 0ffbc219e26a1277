import { type ReactNode, Suspense, useContext } from "react";
import { ServerOnlyContext, type ServerOnlyData, useSite } from "~/ui/components/site";
import { CurtainPicture } from "~/ui/components/curtain-picture.static";
import { CriticalStyles } from "~/ui/components/styles";
import { getLanguageTag } from "~/i18n/locales";
import type { GateOpening, LayoutName } from "./page-handle";

export type Alternates = ServerOnlyData["alternates"];

interface DocumentProps {
  /** The page's title and description. */
  head: ReactNode;
  hasAlternates: boolean;
  layout: LayoutName;
  gate: GateOpening | undefined;
  children: ReactNode;
}

/**
 * The HTML document of every page, which only the server renders. In the browser React controls only the page's
 * container, because browsers and extensions add elements outside it (docs/decisions/hydration.md).
 */
export function Document({ head, hasAlternates, layout, gate, children }: DocumentProps) {
  const { locale, brand, base } = useSite();
  const serverOnlyData = useContext(ServerOnlyContext);
  const alternates = hasAlternates ? serverOnlyData?.alternates : undefined;
  return (
    <html lang={getLanguageTag(locale)} dir="ltr" data-locale={locale} data-brand={brand} data-base={base}>
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
        {/* Precedes the container: the server counts every element after the container's start as hydrated. */}
        {layout === "no-footer" && <CurtainPicture curtain="whole" className="page-art" />}
        {layout === "centered" && (
          <CurtainPicture
            curtain={gate === "closed" ? "closed" : "whole"}
            className={gate === "closed" ? "page-art" : "leaves"}
          />
        )}
        <div id="page">
          {/* The browser hydrates this boundary after Remix has decoded the page's data (app/browser/hydration/). */}
          <Suspense>{children}</Suspense>
        </div>
      </body>
    </html>
  );
}
