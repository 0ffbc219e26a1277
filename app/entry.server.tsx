import { Writable } from "node:stream";
import type { AppLoadContext, EntryContext, HandleErrorFunction } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToPipeableStream } from "react-dom/server";
import { ServerOnlyContext, type ServerOnlyData, TranslatorContext } from "./ui/components/site";
import { loadAllComponents, loadComponentsInDocument } from "./ui/components/lazy-component";
import { getRequestContext, type RequestContext } from "./request/context.server";
import { isCrawler } from "./request/crawler";
import { renderLateScripts } from "./late-scripts.server";
import { createSite } from "./request/site.server";
import { createDocumentCookies, setDocumentHeaders } from "./request/document-headers.server";
import { createAlternates } from "./request/urls.server";
import { takePageEvents } from "./request/page-events.server";
import { hasExtendedLatin } from "./i18n/locales";
import { getTranslator } from "./i18n/translator.server";
import type { LandingVariant } from "./routes/landing/club.static";
import latin from "./ui/fonts/playfair-latin.woff2?url";
import latinExtended from "./ui/fonts/playfair-latin-ext.woff2?url";
import everyPage from "./ui/styles/critical.css?inline";
import gate from "./ui/styles/gate.css?inline";
import gateCenterSingleColumn from "./ui/styles/gate-center-single-column.css?inline";
import gateOnlyMobile from "./ui/styles/gate-only-mobile.css?inline";
import gateRightDoubleColumn from "./ui/styles/gate-right-double-column.css?inline";
import layouts from "./ui/styles/layouts.css?inline";

/**
 * Loads the lazily imported parts of pages. server.ts calls this function before it listens. With remix-serve, the
 * first request loads the parts.
 */
export const loadPageComponents = loadAllComponents;

const maxRenderMs = 5000;

const gateStyles: Record<LandingVariant, string> = {
  "right-double-column": gateRightDoubleColumn,
  "center-single-column": gateCenterSingleColumn,
  "only-mobile": gateOnlyMobile,
};

/**
 * Renders a page completely before it sends the first byte, so that status and headers are correct. Scripts are added
 * at the end of the document.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  loadContext: AppLoadContext,
): Promise<Response> {
  const context = getRequestContext({ context: loadContext, request });
  const { nonce } = context.requestInfo;
  const { errors, loaderData } = remixContext.staticHandlerContext;
  const isCompletePage = errors === null && Boolean(loaderData["root"]);
  const events = isCompletePage ? await takePageEvents(context) : [];
  await loadComponentsInDocument();
  const renderedHtml = await renderPage();
  const page = context.requestInfo.headers.hasSaveDataHeader
    ? removeScriptOnlyMarkup(renderedHtml)
    : renderedHtml;
  const lateScripts = canHydrate(context, remixContext)
    ? await renderLateScripts(context, remixContext, events, page)
    : "";
  const htmlWithScripts = page.replace(
    "</body>",
    () => `${lateScripts}${renderDevelopmentScript(nonce)}</body>`,
  );
  setDocumentHeaders(context, status, headers);
  for (const cookie of createDocumentCookies(context, isCompletePage && request.method === "GET"))
    headers.append("Set-Cookie", cookie);
  if (!context.requestInfo.headers.hasSaveDataHeader) headers.append("Link", renderFontPreload(context));
  return new Response(htmlWithScripts, { status, headers });

  function renderPage(): Promise<string> {
    return renderToHtml(
      <ServerOnlyContext.Provider value={createServerOnlyData(context)}>
        <TranslatorContext.Provider value={(locale) => getTranslator(locale, context.config.brand)}>
          <RemixServer context={omitHandoffStream(remixContext)} url={request.url} />
        </TranslatorContext.Provider>
      </ServerOnlyContext.Provider>,
      (error) => {
        context.log.error(
          { err: error },
          "a part of a page could not be rendered: the page is sent without it; please tell the developers",
        );
      },
    );
  }
}

function createServerOnlyData(context: RequestContext): ServerOnlyData {
  const { config, features, record, requestInfo, responseState } = context;
  return {
    nonce: requestInfo.nonce,
    errorId: responseState.hasFailed ? record.correlationId : undefined,
    createSite: () => createSite(context),
    savesData: requestInfo.headers.hasSaveDataHeader,
    getCriticalStyles: (isLanding) =>
      selectCriticalStyles(
        config.basePath,
        requestInfo.headers.hasSaveDataHeader,
        isLanding ? features["landing-layout"] : undefined,
      ),
    alternates: createAlternates(context),
  };
}

/** Returns the script that connects a page to Vite. */
function renderDevelopmentScript(nonce: string | undefined): string {
  if (!import.meta.env.DEV) return "";
  return `<script type="module" nonce="${nonce}" src="/app/browser/development.ts"></script>`;
}

/**
 * Returns true if a page may hydrate. Crawlers and visitors with Save-Data get no scripts. Error pages, pages of
 * refused requests, and pages without the root route's data never hydrate.
 */
function canHydrate({ requestInfo }: RequestContext, { staticHandlerContext }: EntryContext): boolean {
  return (
    requestInfo.refusal === undefined &&
    !isCrawler(requestInfo.headers.userAgent) &&
    !requestInfo.headers.hasSaveDataHeader &&
    staticHandlerContext.errors === null &&
    // Without the root route's data, the page never hydrates. Remix calls no loader if an action has thrown an error.
    Boolean(staticHandlerContext.loaderData["root"])
  );
}

/** Removes the attributes and comments that only scripts use. Called for pages that have no scripts. */
function removeScriptOnlyMarkup(html: string): string {
  return html.replaceAll(/ data-(?:saved|unsaved|toast)="[^"]*"|<!--(?: |\/?\$)?-->/g, "");
}

/** Removes Remix's stream of loader data, because the page's data block contains the same data. */
function omitHandoffStream({ serverHandoffStream: _, ...remixContext }: EntryContext): EntryContext {
  return remixContext;
}

/** Logs an unexpected error once. Requests that the browser canceled or Remix refused are not logged. */
export const handleError: HandleErrorFunction = (error, args) => {
  if (args.request.signal.aborted || isRouteErrorResponse(error)) return;
  const context = getRequestContext(args);
  context.responseState.hasFailed = true;
  context.log.error({ err: error }, "unexpected error: the visitor gets the error page");
};

/**
 * Renders a page to a text. An error outside Suspense boundaries rejects the promise.
 *
 * @param onBoundaryError - called with each error inside a Suspense boundary
 */
function renderToHtml(page: React.ReactElement, onBoundaryError: (error: unknown) => void): Promise<string> {
  return new Promise((resolve, reject) => {
    const errors: unknown[] = [];
    const chunks: Buffer[] = [];
    const htmlCollector = new Writable({
      write(chunk: Buffer, _encoding, callback) {
        chunks.push(chunk);
        callback();
      },
      final(callback) {
        // Removes NUL bytes, which React 18 writes if a multi-byte character does not fit in its buffer
        // (facebook/react#24985).
        resolve(Buffer.concat(chunks).toString().replaceAll("\0", ""));
        callback();
      },
    });
    const { pipe, abort } = renderToPipeableStream(page, {
      // Makes React send all content in place. By default, React may send late content and move it by script, but pages
      // must work without script.
      progressiveChunkSize: Infinity,
      onError(error) {
        errors.push(error);
      },
      onAllReady() {
        clearTimeout(timer);
        errors.forEach(onBoundaryError);
        pipe(htmlCollector);
      },
      onShellError(error) {
        clearTimeout(timer);
        reject(error instanceof Error ? error : new Error(String(error)));
      },
    });
    const timer = setTimeout(() => {
      abort(new Error("the page took too long to render"));
    }, maxRenderMs);
  });
}

/**
 * Returns the inlined styles of the first screen. They also declare the display font, so that it loads early: with
 * `fallback`, browsers never show a font that arrives after three seconds.
 *
 * @param fontBasePath - the base path of the fonts
 * @param hasSaveDataHeader - true for a request with Save-Data, which gets a system font
 * @param landingVariant - the layout of the landing page; undefined for other pages
 */
function selectCriticalStyles(
  fontBasePath: string,
  hasSaveDataHeader: boolean,
  landingVariant: LandingVariant | undefined,
): string {
  const criticalStyles = everyPage + (landingVariant ? gate + gateStyles[landingVariant] : layouts);
  if (hasSaveDataHeader) return criticalStyles;
  return (
    renderFontFace(
      `${fontBasePath}${latin}`,
      "U+20-7E,U+A0-FF,U+152,U+153,U+178,U+2010-203A,U+20AC,U+2192,U+2212",
    ) +
    renderFontFace(
      `${fontBasePath}${latinExtended}`,
      "U+104-107,U+118,U+119,U+141-144,U+15A,U+15B,U+179-17C",
    ) +
    criticalStyles
  );
}

/** Returns preloads of the display font. Without a preload, the font would arrive after the first paint. */
function renderFontPreload({ config, locale }: RequestContext): string {
  return (hasExtendedLatin(locale) ? [latin, latinExtended] : [latin])
    .map((font) => `<${config.basePath}${font}>; rel=preload; as=font; type="font/woff2"; crossorigin`)
    .join(", ");
}

function renderFontFace(url: string, unicodeRange: string): string {
  return `@font-face{font-family:"Velvet Display";src:url(${url})format("woff2");font-display:fallback;unicode-range:${unicodeRange}}`;
}
