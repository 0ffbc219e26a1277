import { PassThrough } from "node:stream";
import {
  createReadableStreamFromReadable,
  type AppLoadContext,
  type EntryContext,
  type HandleErrorFunction,
} from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToPipeableStream } from "react-dom/server";
import { NonceContext } from "./components/nonce";
import { CriticalStylesContext } from "./components/styles";
import { SiteWithoutRoot, TranslatorSource } from "./components/site";
import { requestContext } from "./context.server";
import { siteOf } from "./pages/site.server";
import { documentHeaders } from "./pages/document-headers.server";
import { translatorFor } from "./i18n/translator.server";
import { criticalStyles } from "./styles/critical.server";

const renderMs = 5000;

/** Renders a whole page before its first byte, so that its status and headers are true. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remix: EntryContext,
  loadContext: AppLoadContext,
): Promise<Response> {
  const context = requestContext(loadContext, request);
  const page = await render(
    <NonceContext.Provider value={context.facts.nonce}>
      <TranslatorSource.Provider value={(locale) => translatorFor(locale, context.config.brand)}>
        <SiteWithoutRoot.Provider value={siteOf(context)}>
          <CriticalStylesContext.Provider value={criticalStyles(context.config.basePath)}>
            <RemixServer context={remix} url={request.url} nonce={context.facts.nonce} />
          </CriticalStylesContext.Provider>
        </SiteWithoutRoot.Provider>
      </TranslatorSource.Provider>
    </NonceContext.Provider>,
    context.facts.nonce,
  );
  documentHeaders(context, request, status, remix, headers);
  return new Response(createReadableStreamFromReadable(page), { status, headers });
}

/** What nobody expected goes to the log, once; a request that its browser gave up, or that Remix refused, is none. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  requestContext(context, request).log.error({ err: error }, "unexpected error");
};

function render(page: React.ReactElement, nonce: string): Promise<PassThrough> {
  return new Promise((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(page, {
      nonce,
      onAllReady() {
        clearTimeout(timer);
        const body = new PassThrough();
        pipe(body);
        resolve(body);
      },
      onShellError(error) {
        clearTimeout(timer);
        reject(error instanceof Error ? error : new Error(String(error)));
      },
    });
    const timer = setTimeout(() => {
      abort(new Error("the page took too long to render"));
    }, renderMs);
  });
}
