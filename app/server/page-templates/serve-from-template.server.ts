import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { RequestHandler, ServerBuild } from "@remix-run/node";
import type { Config } from "~/config/environment";
import { createRequestContext, type RequestContext } from "~/request/context.server";
import { documentCookies } from "~/request/document-headers.server";
import { newNonce } from "~/request/tokens/fresh-bytes.server";
import type { Services } from "~/request/services.server";
import { clientAddressReader } from "~/server/client-address.server";
import { compressInWorker } from "~/server/frozen/compress-blocks.server";
import { preferredEncoding } from "~/server/preferred-encoding.server";
import { compressedNow, quickQuality, webUrl } from "~/server/remix/remix-adapter.server";
import { factsOf } from "~/server/request-facts.server";
import { nonces, sharedSecurityHeaders } from "~/server/security-headers.server";
import type { RequestRecord } from "~/telemetry/request-record.server";
import { type AskedPage, pageReader } from "./asked-page.server";
import { pageDrawer, askLoaders, type OwnPage, ownPageOf } from "./own-page.server";
import {
  filledPage,
  type PageTemplate,
  type PageTemplates,
  wordsOf,
  createPageTemplates,
} from "./page-templates.server";

interface OwnPages {
  /** Answers with the visitor's own page out of its template, or lets everything else go `on`. */
  answer(req: IncomingMessage, res: ServerResponse, record: RequestRecord, on: () => void): void;
}

/**
 * Of those that are left to Express alone: V8 keeps what stands in such a map beyond its young generation, and most
 * requests are over before.
 */
const begun = new WeakMap<IncomingMessage, RequestContext>();

/** What was decided about a request before it was left to Express and Remix; undefined where nothing was. */
export function begunContext(req: IncomingMessage): RequestContext | undefined {
  return begun.get(req);
}

interface Tools {
  services: Services;
  build: ServerBuild;
  templates: PageTemplates;
  /** The templates of refusals: a crowd of them does not evict those of pages. */
  refusals: PageTemplates;
  draw: ReturnType<typeof pageDrawer>;
  clientAddress: (req: IncomingMessage) => string;
  securityHeaders: (nonce: string) => string[];
}

/**
 * The way of a page that holds a code or anything else of its visitor: its own loaders decide, and if a template of it
 * is there it goes out past Express and Remix, which would take five times as long (docs/decisions/frozen-templates.md).
 *
 * @param compressWorker - the file of the program that precompresses templates in a thread of its own
 */
export function serveFromTemplate(
  services: Services,
  build: ServerBuild,
  remix: RequestHandler,
  compressWorker: string,
): OwnPages {
  const { config, log } = services;
  const pageOf = pageReader(config);
  const onUnfit = (error?: unknown) => {
    log.warn(error === undefined ? {} : { err: error }, "a page cannot come out of a template");
  };
  const compress = compressInWorker(compressWorker, (error) => {
    log.warn(
      { err: error },
      "precompression: the worker thread failed and the main thread does its job; check memory and open files",
    );
  });
  const tools: Tools = {
    services,
    build,
    templates: createPageTemplates(onUnfit, compress),
    refusals: createPageTemplates(onUnfit, compress, maxRefusals),
    draw: pageDrawer(services, remix),
    clientAddress: clientAddressReader(config.trustProxy, log),
    securityHeaders: securityHeadersWith(config),
  };
  const fail = (error: unknown) => {
    log.error({ err: error }, "a page could not come out of its template");
  };

  return {
    answer(req, res, record, on) {
      const asked = pageOf(req);
      // What is thrown before the loaders are asked is thrown again where Express hears of it, or never.
      const visit = asked && attempt(() => begin(tools, req, res, record, asked), fail);
      if (!visit) {
        on();
        return;
      }
      const goOn = () => {
        begun.set(req, visit.context);
        nonces.set(res, visit.nonce);
        on();
      };
      serve(tools, req, res, visit).then(
        (isOver) => {
          if (!isOver) goOn();
        },
        (error: unknown) => {
          fail(error);
          if (res.headersSent) res.destroy();
          else goOn();
        },
      );
    },
  };
}

const maxRefusals = { templates: 50, frozenBytes: 2 * 1024 * 1024, keys: 200 };

interface Visit {
  asked: AskedPage;
  nonce: string;
  context: RequestContext;
  page: Promise<OwnPage | undefined>;
}

/** Asks the page's loaders; whatever becomes of it, they are not asked again for this request. */
function begin(
  { services, build, clientAddress }: Tools,
  req: IncomingMessage,
  res: ServerResponse,
  record: RequestRecord,
  asked: AskedPage,
): Visit {
  const { config } = services;
  const { url = "" } = req;
  const gone = new AbortController();
  res.once("close", () => {
    if (!res.writableFinished) gone.abort();
  });
  const nonce = newNonce();
  const served = { clientAddress: clientAddress(req), signal: gone.signal, nonce, record };
  const context = createRequestContext(services, factsOf(req, url, config, served));
  const request = requestOf(req, webUrl(url, config.publicOrigin));
  const args = { context: { app: context }, request, params: asked.params };
  const loaded = askLoaders(build.routes, ["root", asked.route], args);
  context.reply.loaded = loaded;
  return { asked, nonce, context, page: ownPageOf(context, nonce, loaded) };
}

/** @returns whether there is nothing left to do: the page was sent, or its visitor has gone */
async function serve(
  tools: Tools,
  req: IncomingMessage,
  res: ServerResponse,
  visit: Visit,
): Promise<boolean> {
  const { draw, securityHeaders } = tools;
  const { asked, nonce, context } = visit;
  const isGone = () => res.destroyed;
  const page = await visit.page;
  if (isGone()) return true;
  if (!page) return false;
  const isRefused = page.status !== 200;
  const templates = isRefused ? tools.refusals : tools.templates;
  const template = templates.find(page.key) ?? (await templates.underWay(page.key));
  if (isGone()) return true;
  if (!template) {
    void templates.missed(page.key, page.values.length, draw(context, asked, page));
    return false;
  }
  context.record.cache = "template";
  const encoding = preferredEncoding(req.headers["accept-encoding"] ?? "");
  const body = bodyOf(template, page.values, encoding);
  const head = securityHeaders(nonce);
  for (const [name, value] of template.head)
    head.push(name, name === "vary" ? `${value}, Accept-Encoding` : value);
  const { retryAfter } = context.reply;
  if (retryAfter !== undefined) head.push("retry-after", retryAfter.toString());
  for (const cookie of documentCookies(context, !isRefused)) head.push("set-cookie", cookie);
  if (encoding !== "identity") head.push("content-encoding", encoding);
  head.push("content-length", body.length.toString());
  res.writeHead(page.status, head);
  res.end(body);
  return true;
}

function attempt<Result>(work: () => Result, fail: (error: unknown) => void): Result | undefined {
  try {
    return work();
  } catch (error) {
    fail(error);
    return undefined;
  }
}

/**
 * The request that the loaders see. Of its headers the one that they read: to make the others anew takes longer than to
 * check a code.
 */
function requestOf({ headers: { referer } }: IncomingMessage, url: URL): Request {
  return new Request(url, referer === undefined ? {} : { headers: { Referer: referer } });
}

function bodyOf(
  template: PageTemplate,
  values: readonly string[],
  encoding: ReturnType<typeof preferredEncoding>,
): Buffer {
  const thawed =
    encoding === "identity" ? undefined : template.frozen.thawed(wordsOf(template, values), encoding);
  // Until the template is precompressed: a fresh instance has visitors by then.
  return thawed ?? compressedNow(filledPage(template, values), encoding, quickQuality);
}

/** The security headers of a document with a nonce, but for those that it has of its own; names and values in turn. */
function securityHeadersWith(config: Config): (nonce: string) => string[] {
  const place = randomBytes(16).toString("hex");
  const sources = { scripts: [`'nonce-${place}'`, "'strict-dynamic'"], styles: [`'nonce-${place}'`] };
  const headers = sharedSecurityHeaders(config)(sources).filter(([name]) => name !== "referrer-policy");
  const parts = headers.map(([name, value]) => [name, value.split(place)] as const);
  return (nonce) => parts.flatMap(([name, pieces]) => [name, pieces.join(nonce)]);
}
