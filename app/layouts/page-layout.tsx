import type { ReactNode } from "react";
import { useSite } from "~/components/site";
import type { PageHandle } from "./page-handle";
import { PageFooter } from "./page-footer";
import { PageHeader } from "./page-header";

/** What stands around a page's content; the styles tell the four layouts apart by the body's `data-layout`. */
export function PageLayout({ handle, children }: { handle: PageHandle; children: ReactNode }) {
  const { t } = useSite();
  return (
    <>
      <a className="skip-link" href="#main">
        {t("common:skipLink")}
      </a>
      <PageHeader formId={handle.formId} clientAreas={handle.languageInPlace ? handle.i18n : undefined} />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      {handle.layout !== "no-footer" && <PageFooter />}
    </>
  );
}
