import type { ReactNode } from "react";
import { useSite } from "~/components/site";
import { LaterStyles } from "~/components/styles";
import { Flash } from "~/components/toasts";
import type { MessageKey } from "~/i18n/translator";
import type { PageHandle } from "./page-handle";
import { PageFooter } from "./page-footer";
import { PageHeader } from "./page-header";

interface PageLayoutProps {
  handle: PageHandle;
  /** A message to show once, the answer to a form. */
  flash: MessageKey | undefined;
  children: ReactNode;
}

/** What stands around a page's content; the styles tell the four layouts apart by the body's `data-layout`. */
export function PageLayout({ handle, flash, children }: PageLayoutProps) {
  const { t } = useSite();
  return (
    <>
      <a className="skip-link" href="#main">
        {t("common:skipLink")}
      </a>
      <PageHeader formId={handle.formId} clientAreas={handle.languageInPlace ? handle.i18n : undefined} />
      {flash && <Flash message={t(flash)} />}
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      {/* The landing page's own first screen ends earlier: it brings them in itself. */}
      {handle.layout !== "default" && <LaterStyles />}
      {handle.layout !== "no-footer" && <PageFooter formId={handle.formId} />}
    </>
  );
}
