import type { LoaderFunctionArgs } from "@remix-run/node";
import {
  isRouteErrorResponse,
  Meta,
  Outlet,
  useMatches,
  useRouteError,
  useRouteLoaderData,
} from "@remix-run/react";
import { useContext, type ReactNode } from "react";
import { fallbackSite, SiteProvider, TranslatorSource } from "./components/site";
import { requestContext } from "./context.server";
import { alternatesOf } from "./http/alternates.server";
import { clubLinks } from "./http/club-links.server";
import { PageLayout } from "./layouts/page-layout";
import { pageHandleOf } from "./layouts/page-handle";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/form.css";
import "./styles/layout.css";
import "./styles/landing.css";
import { Document } from "./views/document";
import { ErrorPage, errorTitleKey } from "./views/error-page";

export function loader({ context, request }: LoaderFunctionArgs) {
  const app = requestContext(context, request);
  const { config, facts, prefix, locale } = app;
  return {
    site: {
      brand: config.brand,
      locale,
      base: config.basePath,
      prefix,
      here: facts.url,
      links: clubLinks(app),
      year: app.clock().getFullYear(),
    },
    alternates: alternatesOf(app),
    /** A refused request gets a page that no route of the browser's could take over. */
    scripts: facts.refusal === undefined,
  };
}

export default function App() {
  return <Outlet />;
}

export function Layout({ children }: { children: ReactNode }) {
  const root = useRouteLoaderData<typeof loader>("root");
  const site = root?.site ?? fallbackSite;
  const error = useRouteError();
  const handle = pageHandleOf(useMatches(), error !== undefined);
  const t = useContext(TranslatorSource)(site.locale);
  const title = error === undefined ? <Meta /> : <title>{t("common:title.page", { title: t(errorTitleKey(statusOf(error))) })}</title>;
  return (
    <SiteProvider site={site} t={t}>
      <Document title={title} alternates={root?.alternates} scripts={root?.scripts ?? false} layout={handle.layout}>
        <PageLayout handle={handle}>{children}</PageLayout>
      </Document>
    </SiteProvider>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  return <ErrorPage status={statusOf(error)} details={isRouteErrorResponse(error) ? error.data : undefined} />;
}

function statusOf(error: unknown): number {
  return isRouteErrorResponse(error) ? error.status : 500;
}
