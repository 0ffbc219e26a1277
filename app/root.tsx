import type { LoaderFunctionArgs } from "@remix-run/node";
import {
  isRouteErrorResponse,
  Meta,
  Outlet,
  useMatches,
  useRouteError,
  useRouteLoaderData,
} from "@remix-run/react";
import { isbot } from "isbot";
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
import { ErrorHead, ErrorPage } from "./views/error-page";

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
    /** Crawlers need none; a refused request gets a page that no route of the browser's could take over. */
    scripts: facts.refusal === undefined && !isbot(facts.headers.userAgent),
  };
}

export default function App() {
  return <Outlet />;
}

export function Layout({ children }: { children: ReactNode }) {
  const root = useRouteLoaderData<typeof loader>("root");
  const site = root?.site ?? fallbackSite;
  const error = useRouteError() ?? undefined;
  const handle = pageHandleOf(useMatches(), error !== undefined);
  const t = useContext(TranslatorSource)(site.locale);
  const head = error === undefined ? <Meta /> : <ErrorHead status={statusOf(error)} />;
  return (
    <SiteProvider site={site} t={t}>
      <Document
        head={head}
        alternates={error === undefined ? root?.alternates : undefined}
        scripts={root?.scripts ?? false}
        layout={handle.layout}
      >
        <PageLayout handle={handle}>{children}</PageLayout>
      </Document>
    </SiteProvider>
  );
}

export function ErrorBoundary() {
  const error = useRouteError() ?? undefined;
  const details: unknown = isRouteErrorResponse(error) ? error.data : undefined;
  return <ErrorPage status={statusOf(error)} details={details} />;
}

function statusOf(error: unknown): number {
  return isRouteErrorResponse(error) ? error.status : 500;
}
