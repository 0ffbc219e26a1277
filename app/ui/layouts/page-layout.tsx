import { Suspense, type ReactNode } from "react";
import { lazyPart } from "~/ui/components/lazy-part";
import { StaticHtml } from "~/ui/components/static-html";
import { LaterStyles } from "~/ui/components/styles";
import { Flash } from "~/ui/components/toasts";
import type { PageHandle } from "./page-handle";
import { PageFooter } from "./page-footer";

const PageHeader = lazyPart(async () => (await import("./page-header")).PageHeader);

interface PageLayoutProps {
  handle: PageHandle;
  /** A message to show once, the answer to a form. */
  flash: string | undefined;
  children: ReactNode;
}

/** The frame around a page's content; the styles tell the four layouts apart by the body's `data-layout`. */
export function PageLayout({ handle, flash, children }: PageLayoutProps) {
  const { formId, languageInPlace = false, login = true } = handle;
  const header = (
    <Suspense>
      <PageHeader formId={formId} inPlace={languageInPlace} login={login} />
    </Suspense>
  );
  return (
    <>
      {languageInPlace ? header : <StaticHtml id="page-top">{import.meta.env.SSR && header}</StaticHtml>}
      {flash && <Flash message={flash} />}
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      {/* The landing page's own first screen ends earlier: it brings them in itself. */}
      {handle.layout !== "default" && <LaterStyles />}
      {handle.layout !== "no-footer" && (
        <StaticHtml id="page-end">{import.meta.env.SSR && <PageFooter formId={formId} />}</StaticHtml>
      )}
    </>
  );
}
