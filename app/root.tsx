import type { LoaderFunctionArgs } from "@remix-run/node";
import {
  isRouteErrorResponse,
  Meta,
  Outlet,
  useMatches,
  useRouteError,
  useRouteLoaderData,
} from "@remix-run/react";
import { type ReactNode, Suspense, useContext, useEffect } from "react";
import { createLazyComponent, createServerRenderedComponent } from "./ui/components/lazy-component";
import { ServerOnlyContext, type Site, SiteProvider, TranslatorContext, useSite } from "./ui/components/site";
import { Flash, ToastProvider } from "./ui/components/toasts";
import { PageErrorBoundary } from "./browser/hydration/keep-page";
import { readMemberToken } from "./cookies/cookies.server";
import { getRequestContext, type RequestContext } from "./request/context.server";
import { issueFormToken } from "./request/form-token.server";
import { readMemberName } from "./request/guards.server";
import { readLinkedInvitation } from "./request/invitation.server";
import { isLandingPath, findPageRoute } from "./request/paths";
import { getLanguageTag, type Locale } from "./i18n/locales";
import { takeFlash } from "./request/flash.server";
import { createSite } from "./request/site.server";
import { PageFooter } from "./ui/layouts/page-footer.static";
import { StaticHtml } from "./ui/components/static-html";
import { Document } from "./ui/layouts/document";
import { type PageHandle, mergePageHandles, type TemplateHandle } from "./ui/layouts/page-handle";
import { DeferredStyles } from "./ui/components/styles";
import { ErrorHead } from "./ui/components/error-head";
import { createPageTitle } from "./ui/components/page-meta";

const PageHeader = createServerRenderedComponent(
  async () => (await import("./ui/layouts/page-header")).PageHeader,
  "#page > .page-header",
);

interface PageLayoutProps {
  handle: PageHandle;
  /** A message that is shown once, after a form was submitted on the previous page. */
  flash: string | undefined;
  children: ReactNode;
}

/**
 * The header, main content and footer of a page. Styles distinguish the four layouts by the body's attribute
 * `data-layout`.
 */
function PageLayout({ handle, flash, children }: PageLayoutProps) {
  const { formId, changesLanguageInPlace = false, hasLoginLink = true } = handle;
  // If a page has a form, its footer links open in a new window, so that typed text is not lost. The landing page's
  // form has only one short field and does not need this.
  const isForm = formId !== undefined && handle.layout !== "default";
  const pageHeader = (
    <PageHeader formId={formId} changesInPlace={changesLanguageInPlace} hasLoginLink={hasLoginLink} />
  );
  return (
    <>
      {changesLanguageInPlace ? pageHeader : <StaticHtml>{pageHeader}</StaticHtml>}
      {flash && <Flash message={flash} />}
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      {!handle.rendersDeferredStyles && <DeferredStyles />}
      {handle.layout !== "no-footer" && (
        <StaticHtml>
          <PageFooter formId={formId} opensInNewWindow={isForm} />
        </StaticHtml>
      )}
    </>
  );
}

/** The error page, which the browser loads only after a navigation has failed. */
const ErrorPage = createLazyComponent(async () => (await importErrorPage()).ErrorPage);

export const handle: { template: TemplateHandle<typeof loader> } = {
  template: { personal: ["site.currentPath", "site.member.firstName", "site.member.formToken"] },
};

export async function loader(args: LoaderFunctionArgs) {
  const context = getRequestContext(args);
  return {
    site: { ...createSite(context), member: await readHeaderMember(context) },
    hasAlternates: !isInvitationPage(context) && !isSplitLinkPage(context),
    flash: await takeFlash(context),
  };
}

/**
 * Returns true for a landing page with an invitation. The page gets no canonical URL, because a crawler would follow
 * this URL to a page without the code.
 */
function isInvitationPage(context: RequestContext): boolean {
  return isLandingPath(context.path) && readLinkedInvitation(context).status === "given";
}

/**
 * Returns true for the page of an invalid split link. The page gets no links to its other languages: search engines do
 * not index the page, and each link would repeat the URL's token, which may have 2,000 characters.
 */
function isSplitLinkPage({ path }: RequestContext): boolean {
  return findPageRoute(path)?.pattern === "/s/:token";
}

/** Returns the signed-in member with a token for the logout form; undefined if the request has no member's token. */
async function readHeaderMember(context: RequestContext): Promise<Site["member"]> {
  if (readMemberToken(context) === undefined) return undefined;
  const member = await readMemberName(context);
  if (!member) return undefined;
  return { firstName: member.firstName, formToken: issueFormToken(context) };
}

export default function App() {
  return <Outlet />;
}

/** Wraps the document in `PageErrorBoundary`, which catches rendering errors before Remix shows its own error page. */
export function Layout({ children }: { children: ReactNode }) {
  return (
    <PageErrorBoundary>
      <PageDocument>{children}</PageDocument>
    </PageErrorBoundary>
  );
}

function PageDocument({ children }: { children: ReactNode }) {
  const rootData = useRouteLoaderData<typeof loader>("root");
  const serverOnlyData = useContext(ServerOnlyContext);
  const site = rootData?.site ?? serverOnlyData?.createSite();
  if (!site) throw new Error("the root loader's data is missing, so the page cannot be rendered");
  const error = useRouteError() ?? undefined;
  const matches = useMatches();
  const handle = mergePageHandles(matches, error !== undefined);
  const t = useContext(TranslatorContext)(site.locale);
  useDocumentLanguage(site.locale, (error ? undefined : createPageTitle(matches.at(-1)?.data)) ?? site.brand);
  const page = (
    <ToastProvider>
      <PageLayout handle={handle} flash={rootData?.flash}>
        {children}
      </PageLayout>
    </ToastProvider>
  );
  return (
    <SiteProvider site={site} t={t}>
      {import.meta.env.SSR ? (
        <Document
          head={error === undefined ? <Meta /> : <ErrorHead status={readErrorStatus(error)} />}
          hasAlternates={error === undefined && rootData?.hasAlternates === true}
          layout={handle.layout}
          gate={handle.gate}
        >
          {page}
        </Document>
      ) : (
        page
      )}
    </SiteProvider>
  );
}

/**
 * Updates the document's language and title after a client navigation, which loads no new document. The server sets the
 * language and title of the first page.
 */
function useDocumentLanguage(locale: Locale, title: string): void {
  useEffect(() => {
    const { documentElement } = document;
    // Changes nothing during hydration, because the server has set the language and title. During hydration,
    // `data-hydrated` is still missing: hydrate-page.tsx sets it after this effect.
    if (documentElement.dataset["hydrated"] === undefined) return;
    documentElement.lang = getLanguageTag(locale);
    documentElement.dataset["locale"] = locale;
    document.title = title;
  }, [locale, title]);
}

/** Returns true if the browser is offline and can therefore load neither a page nor texts. */
function isOffline(): boolean {
  return !import.meta.env.SSR && !navigator.onLine;
}

/**
 * The page of a failed request. In the browser it throws rendering errors again, so that `PageErrorBoundary` keeps the
 * server's page (docs/decisions/hydration.md).
 */
export function ErrorBoundary() {
  const { t } = useSite();
  const error = useRouteError() ?? undefined;
  if (isOffline()) return <p role="alert">{t("common:failure.offline")}</p>;
  if (!import.meta.env.SSR && error instanceof Error) throw error;
  const errorData: unknown = isRouteErrorResponse(error) ? error.data : undefined;
  return (
    <Suspense>
      <ErrorPage status={readErrorStatus(error)} data={errorData} />
      {import.meta.env.DEV && error instanceof Error && <pre>{error.stack}</pre>}
      {import.meta.env.DEV && typeof errorData === "string" && <pre>{errorData}</pre>}
    </Suspense>
  );
}

function readErrorStatus(error: unknown): number {
  return isRouteErrorResponse(error) ? error.status : 500;
}

async function importErrorPage() {
  if (!import.meta.env.SSR) {
    const { loadMessages } = await import("./i18n/load-messages.client");
    await loadMessages(document.documentElement.dataset["locale"], ["errors"]);
  }
  return import("./ui/components/error-page");
}
