import type { LoaderFunctionArgs } from "@remix-run/node";
import {
  isRouteErrorResponse,
  Meta,
  Outlet,
  useMatches,
  useRouteError,
  useRouteLoaderData,
} from "@remix-run/react";
import { Suspense, useContext, useEffect, type ReactNode } from "react";
import { lazyPart } from "./components/lazy-part";
import { SiteProvider, SiteWithoutRoot, TranslatorSource } from "./components/site";
import { ToastProvider } from "./components/toasts";
import { requestContext } from "./context.server";
import { withSlots } from "./page-templates/slots.server";
import { alternatesOf } from "./pages/alternates.server";
import { takeFlash } from "./pages/flash.server";
import { siteOf } from "./pages/site.server";
import { PageLayout } from "./layouts/page-layout";
import { pageHandleOf } from "./layouts/page-handle";
import { Document } from "./layouts/document";

/** A page that failed stays as the server wrote it; these come to the browser if something fails there. */
const ErrorHead = lazyPart(async () => (await errorParts()).ErrorHead);
const ErrorPage = lazyPart(async () => (await errorParts()).ErrorPage);

export async function loader({ context, request }: LoaderFunctionArgs) {
  const app = requestContext(context, request);
  const data = {
    site: siteOf(app),
    alternates: alternatesOf(app),
    flash: await takeFlash(app),
  };
  return withSlots(data, { site: { here: "slot" } });
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

export function ErrorBoundary() {
  const error = useRouteError() ?? undefined;
  const details: unknown = isRouteErrorResponse(error) ? error.data : undefined;
  useEffect(() => {
    if (error !== undefined && !isRouteErrorResponse(error)) reportError(error);
  }, [error]);
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
  return import("./views/error-page");
}
