import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { RequestHandler, ServerBuild } from "@remix-run/node";
import type { Config } from "~/config/environment";
import { createRequestContext, type RequestContext } from "~/request/context.server";
import { documentCookies } from "~/request/document-headers.server";
import { newNonce } from "~/request/tokens/fresh-bytes.server";
import type { Services } from "~/request/services.server";
import { clientAddressReader } from "~/server/client-address.server";
import { preferredEncoding } from "~/server/preferred-encoding.server";
import { compressedNow, webUrl } from "~/server/remix/remix-adapter.server";
import { factsOf } from "~/server/request-facts.server";
import { nonces, sharedSecurityHeaders } from "~/server/security-headers.server";
import type { RequestRecord } from "~/telemetry/request-record.server";
import { type AskedPage, pageReader } from "./asked-page.server";
import { pageDrawer, askLoaders, type OwnPage, ownPageOf } from "./own-page.server";
import { filledPage, type PageTemplate, wordsOf, createPageTemplates } from "./page-templates.server";

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

/**
 * The way of a page that holds a code or anything else of its visitor: its own loaders decide, and if a template of it
 * is there it goes out past Express and Remix, which would take five times as long (docs/decisions/frozen-templates.md).
 */
export function serveFromTemplate(services: Services, build: ServerBuild, remix: RequestHandler): OwnPages {
  const { config, log } = services;
  const pageOf = pageReader(config);
  const clientAddress = clientAddressReader(config.trustProxy, log);
  const draw = pageDrawer(services, remix);
  const securityHeaders = securityHeadersWith(config);
  const templates = createPageTemplates((error) => {
    log.warn(error === undefined ? {} : { err: error }, "a page cannot come out of a template");
  });

  /** Asks the page's loaders; whatever becomes of it, they are not asked again for this request. */
  function begin(req: IncomingMessage, res: ServerResponse, record: RequestRecord, asked: AskedPage) {
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
    return { context, page: ownPageOf(context, nonce, loaded), nonce };
  }

  /** @returns whether there is nothing left to do: the page was sent, or its visitor has gone */
  async function serve(
    req: IncomingMessage,
    res: ServerResponse,
    asked: AskedPage,
    { context, page: decided, nonce }: ReturnType<typeof begin>,
  ): Promise<boolean> {
    const page = await decided;
    if (res.destroyed) return true;
    if (!page) return false;
    const template = templates.find(page.key);
    if (!template) {
      // Off this visitor's way.
      const make = () => templates.missed(page.key, page.values.length, draw(context, asked, page));
      res.once("close", () => void make());
      return false;
    }
    context.record.cache = "template";
    send(req, res, template, { page, nonce, cookies: documentCookies(context, true) });
    return true;
  }

  function fail(error: unknown): void {
    log.error({ err: error }, "a page could not come out of its template");
  }

  function send(
    req: IncomingMessage,
    res: ServerResponse,
    template: PageTemplate,
    { page, nonce, cookies }: { page: OwnPage; nonce: string; cookies: readonly string[] },
  ): void {
    const encoding = preferredEncoding(req.headers["accept-encoding"] ?? "");
    const body = bodyOf(template, page.values, encoding);
    const head = [...securityHeaders(nonce)];
    for (const [name, value] of template.head)
      head.push(name, name === "vary" ? `${value}, Accept-Encoding` : value);
    for (const cookie of cookies) head.push("set-cookie", cookie);
    if (encoding !== "identity") head.push("content-encoding", encoding);
    head.push("content-length", body.length.toString());
    res.writeHead(200, head);
    res.end(body);
  }

  return {
    answer(req, res, record, on) {
      const asked = pageOf(req);
      if (!asked) {
        on();
        return;
      }
      // What is thrown before the loaders are asked is thrown again where Express hears of it, or never.
      const visit = attempt(() => begin(req, res, record, asked), fail);
      if (!visit) {
        on();
        return;
      }
      const goOn = () => {
        begun.set(req, visit.context);
        nonces.set(res, visit.nonce);
        on();
      };
      serve(req, res, asked, visit).then(
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
  return thawed ?? compressedNow(filledPage(template, values), encoding);
}

/** The security headers of a document with a nonce, but for those that it has of its own; names and values in turn. */
function securityHeadersWith(config: Config): (nonce: string) => string[] {
  const place = randomBytes(16).toString("hex");
  const sources = { scripts: [`'nonce-${place}'`, "'strict-dynamic'"], styles: [`'nonce-${place}'`] };
  const headers = sharedSecurityHeaders(config)(sources).filter(([name]) => name !== "referrer-policy");
  const parts = headers.map(([name, value]) => [name, value.split(place)] as const);
  return (nonce) => parts.flatMap(([name, pieces]) => [name, pieces.join(nonce)]);
}
