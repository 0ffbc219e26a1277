import type { RequestHandler, ServerBuild } from "@remix-run/node";
import type { RequestContext } from "~/request/context.server";
import { createDocumentCookies } from "~/request/document-headers.server";
import type { Services } from "~/request/services.server";
import { compressSync, quickBrotliQuality } from "~/server/compress-sync.server";
import type { Exchange, LoaderArguments, PipelineStep } from "~/server/exchange";
import { compressInWorker } from "~/server/precompressed/compress-blocks.server";
import {
  callLoaders,
  type PersonalizedPage,
  readPersonalizedPage,
  createPageRenderer,
} from "~/server/personalized-pages/personalized-page.server";
import {
  createPageTemplates,
  fillPage,
  type PageTemplate,
  escapeValues,
} from "~/server/personalized-pages/page-templates.server";
import { readTemplatedRoutes, findTemplatedPage } from "~/server/personalized-pages/template-page.server";
import { type Encoding, findPreferredEncoding } from "~/server/accept-headers.server";

interface PersonalizedPagesOptions {
  services: Services;
  build: ServerBuild;
  remixHandler: RequestHandler;
  /** The built worker that precompresses templates. */
  compressWorkerFile: string;
  getLoaderArguments: (exchange: Exchange) => LoaderArguments;
}

/**
 * The limits for templates of refusals. Templates of pages have separate limits, so that many refusals evict no page's
 * template.
 */
const refusalTemplateLimits = { templates: 50, compressedBytes: 2 * 1024 * 1024, keys: 200 };

/**
 * Serves personalized pages. Calls the page's loaders; if there is a template, sends the page without Remix, which
 * would take five times as long (docs/decisions/page-templates.md). All other requests fall through to the next step,
 * which reuses the loaders' results.
 */
export function createPersonalizedPageStep(options: PersonalizedPagesOptions): PipelineStep {
  const { services, build, remixHandler, compressWorkerFile, getLoaderArguments: argumentsOf } = options;
  const { log } = services;
  const onTemplateFailure = (error?: unknown) => {
    log.warn(
      error === undefined ? {} : { err: error },
      "a page cannot be sent from a template: Remix renders it for each visitor, which takes five times as long; please tell the developers",
    );
  };
  const compress = compressInWorker(compressWorkerFile, (error) => {
    log.warn(
      { err: error },
      "precompression: the worker thread failed, and the main thread compresses instead; check memory and open files",
    );
  });
  const pageTemplates = createPageTemplates(onTemplateFailure, compress);
  const refusalTemplates = createPageTemplates(onTemplateFailure, compress, refusalTemplateLimits);
  const templatedRoutes = readTemplatedRoutes(build.routes);
  const renderDocument = createPageRenderer(services, remixHandler);

  /**
   * Sends the page from its template if there is one.
   *
   * @returns true if the response is sent or the client has disconnected
   */
  async function sendFromTemplate(
    exchange: Exchange,
    context: RequestContext,
    loaderResults: LoaderResults,
  ): Promise<boolean> {
    const { nonce = "", address } = exchange;
    const hasDisconnected = () => exchange.res.destroyed;
    const page = await readPersonalizedPage(context, nonce, loaderResults, templatedRoutes);
    if (hasDisconnected()) return true;
    if (!page) return false;
    const templates = page.status === 200 ? pageTemplates : refusalTemplates;
    const template = templates.findTemplate(page.key) ?? (await templates.getPendingTemplate(page.key));
    if (hasDisconnected()) return true;
    if (!template) {
      void templates.countMiss(
        page.key,
        page.values.length,
        renderDocument(context, address.prefixedPagePath, page),
      );
      return false;
    }
    sendTemplate(exchange, context, page, template);
    return true;
  }

  return async (exchange, next) => {
    const page = findTemplatedPage(exchange, templatedRoutes);
    if (!page) return next();
    const { request, context } = argumentsOf(exchange);
    const args = { context: { app: context }, request, params: page.params };
    const loaderResults = callLoaders(build.routes, ["root", page.routeId], args);
    context.requestCache.loaderResults = loaderResults;
    try {
      if (await sendFromTemplate(exchange, context, loaderResults)) return;
    } catch (error) {
      log.error(
        { err: error },
        "a page could not be sent from its template: Remix renders it, unless a part was sent already",
      );
      if (exchange.res.headersSent) {
        exchange.res.destroy();
        return;
      }
    }
    return next();
  };
}

type LoaderResults = ReturnType<typeof callLoaders>;

function sendTemplate(
  { req, res, record }: Exchange,
  context: RequestContext,
  page: PersonalizedPage,
  template: PageTemplate,
): void {
  record.cache = "template";
  const encoding = findPreferredEncoding(req.headers["accept-encoding"] ?? "");
  const body = createResponseBody(template, page.values, encoding);
  for (const [name, value] of template.headerEntries)
    res.setHeader(name, name === "vary" ? `${value}, Accept-Encoding` : value);
  const { retryAfter } = context.responseState;
  if (retryAfter !== undefined) res.setHeader("Retry-After", retryAfter);
  res.setHeader("Set-Cookie", createDocumentCookies(context, page.status === 200));
  if (encoding !== "identity") res.setHeader("Content-Encoding", encoding);
  res.setHeader("Content-Length", body.length);
  res.writeHead(page.status);
  res.end(body);
}

function createResponseBody(template: PageTemplate, values: readonly string[], encoding: Encoding): Buffer {
  const compressedBody =
    encoding === "identity"
      ? undefined
      : template.compressedPage.fill(escapeValues(template, values), encoding);
  // Compresses this response alone if the template is not precompressed yet.
  return compressedBody ?? compressSync(fillPage(template, values), encoding, quickBrotliQuality);
}
