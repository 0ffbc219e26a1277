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
import { lazyPart } from "./ui/components/lazy-part";
import { type Site, SiteProvider, SiteWithoutRoot, TranslatorSource, useSite } from "./ui/components/site";
import { Flash, ToastProvider } from "./ui/components/toasts";
import { requestContext, type RequestContext } from "./request/context.server";
import { issueFormToken } from "./request/form-token.server";
import { memberName } from "./request/guards.server";
import { linkedInvitation } from "./request/invitation.server";
import { withSlots } from "./request/slots.server";
import { isLandingPath } from "./request/paths";
import { alternatesOf } from "./request/urls.server";
import { takeFlash } from "./request/flash.server";
import { siteOf } from "./request/site.server";
import { PageFooter } from "./ui/layouts/page-footer";
import { StaticHtml } from "./ui/components/static-html";
import { type Gate, type LayoutName, type PageHandle, pageHandleOf } from "./ui/layouts/page-handle";
import { CriticalStyles, LaterStyles } from "./ui/components/styles";
import { isoOf } from "./i18n/locales";

interface DocumentProps {
  /** The page's title and description. */
  head: ReactNode;
  alternates: { canonical: string; languages: { language: string; url: string }[] } | undefined;
  layout: LayoutName;
  gate: Gate | undefined;
  children: ReactNode;
}

/** The HTML document around every page. */
function Document({ head, alternates, layout, gate, children }: DocumentProps) {
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
        {children}
      </body>
    </html>
  );
}

const PageHeader = lazyPart(async () => (await import("./ui/layouts/page-header")).PageHeader);

interface PageLayoutProps {
  handle: PageHandle;
  /** A message to show once, the answer to a form. */
  flash: string | undefined;
  children: ReactNode;
}

/** The frame around a page's content; the styles tell the four layouts apart by the body's `data-layout`. */
function PageLayout({ handle, flash, children }: PageLayoutProps) {
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

/** A page that failed stays as the server wrote it; these come to the browser if something fails there. */
const ErrorHead = lazyPart(async () => (await errorParts()).ErrorHead);
const ErrorPage = lazyPart(async () => (await errorParts()).ErrorPage);

export async function loader({ context, request }: LoaderFunctionArgs) {
  const app = requestContext(context, request);
  const data = {
    site: { ...siteOf(app), member: await headerMember(app) },
    alternates: isInvitation(app, request) ? undefined : alternatesOf(app),
    flash: await takeFlash(app),
  };
  return withSlots(app, data, { site: { here: "slot", member: { firstName: "slot", formToken: "slot" } } });
}

/** Whoever shares an invitation shares its own address: crawlers would follow the page's to the closed gate. */
function isInvitation(app: RequestContext, request: Request): boolean {
  return isLandingPath(app.path) && linkedInvitation(request).status === "given";
}

/** Who has logged in, and what lets them out; a shared page knows nobody. */
async function headerMember(app: RequestContext): Promise<Site["member"]> {
  if (app.sent[app.tokenCookie.name] === undefined) return undefined;
  const member = await memberName(app);
  if (!member) return undefined;
  app.reply.personal = true;
  return { firstName: member.firstName, formToken: await issueFormToken(app) };
}

export default function App() {
  return <Outlet />;
}

export function Layout({ children }: { children: ReactNode }) {
  const root = useRouteLoaderData<typeof loader>("root");
  const withoutRoot = useContext(SiteWithoutRoot);
  const site = root?.site ?? withoutRoot;
  if (!site) throw new Error("a page needs its root's data");
  const error = useRouteError() ?? undefined;
  const handle = pageHandleOf(useMatches(), error !== undefined);
  const t = useContext(TranslatorSource)(site.locale);
  const head =
    error === undefined ? (
      <Meta />
    ) : isOffline() ? (
      <title>{site.brand}</title>
    ) : (
      <Suspense>
        <ErrorHead status={statusOf(error)} />
      </Suspense>
    );
  return (
    <SiteProvider site={site} t={t}>
      <Document
        head={head}
        alternates={error === undefined ? root?.alternates : undefined}
        layout={handle.layout}
        gate={handle.gate}
      >
        <ToastProvider>
          <PageLayout handle={handle} flash={root?.flash}>
            {children}
          </PageLayout>
        </ToastProvider>
      </Document>
    </SiteProvider>
  );
}

/** Whether a way within the browser has failed since there is no network: neither a page nor its words can come then. */
function isOffline(): boolean {
  return !import.meta.env.SSR && !navigator.onLine;
}

export function ErrorBoundary() {
  const { t } = useSite();
  const error = useRouteError() ?? undefined;
  const details: unknown = isRouteErrorResponse(error) ? error.data : undefined;
  useEffect(() => {
    if (error !== undefined && !isRouteErrorResponse(error)) reportError(error);
  }, [error]);
  if (isOffline()) return <p role="alert">{t("common:failure.offline")}</p>;
  return (
    <Suspense>
      <ErrorPage status={statusOf(error)} details={details} />
    </Suspense>
  );
}

function statusOf(error: unknown): number {
  return isRouteErrorResponse(error) ? error.status : 500;
}

async function errorParts() {
  if (!import.meta.env.SSR) {
    const { loadMessages } = await import("./i18n/load-messages.client");
    await loadMessages(document.documentElement.dataset["locale"], ["errors"]);
  }
  return import("./ui/components/error-page");
}
