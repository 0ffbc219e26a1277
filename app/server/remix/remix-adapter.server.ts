import type { AppLoadContext, RequestHandler as RemixRequestHandler } from "@remix-run/node";
import type { Request as ExpressRequest, RequestHandler, Response as ExpressResponse } from "express";
import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
  validateHeaderValue,
} from "node:http";
import { pipeline } from "node:stream/promises";
import { takeBody } from "~/server/guard/guard-body.server";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { type Encoding, preferredEncoding } from "~/server/preferred-encoding.server";

// The level that `compression` has too: one more takes a third longer for a twentieth less.
const defaultQuality = 4;
/** A third of the time for a tenth more bytes. */
export const quickQuality = 2;
/** How long a client that is still sending may take to read an answer, in milliseconds. */
const lingerMs = 1000;

/**
 * Sends a document that is made for one visitor, compressed in one go and here: for 40 KB it costs half as much again
 * to have another thread do it, before any stream. `compression` leaves alone what is compressed, and adds its Vary.
 */
function sendDocument(req: IncomingMessage, res: ServerResponse, document: string): void {
  const encoding = preferredEncoding(req.headers["accept-encoding"] ?? "");
  const body = compressedNow(Buffer.from(document), encoding);
  if (encoding !== "identity") res.setHeader("Content-Encoding", encoding);
  res.setHeader("Content-Length", body.length);
  if (req.method === "HEAD") res.end();
  else if (res.getHeader("Connection") === "close" && !req.readableEnded) sendAndLinger(req, res, body);
  else res.end(body);
}

/**
 * Answers a request whose body is not read to its end. Closed at once, the connection would be reset, and the client
 * lose an answer that it has not read yet (RFC 9112, section 9.6): so what it still sends is thrown away for a while.
 */
function sendAndLinger(req: IncomingMessage, res: ServerResponse, body: Buffer): void {
  res.write(body);
  req.resume();
  const timer = setTimeout(() => res.end(), lingerMs);
  res.once("close", () => {
    clearTimeout(timer);
  });
}

/** A document that is made for one visitor. */
export function compressedNow(document: Buffer, encoding: Encoding, quality = defaultQuality): Buffer {
  if (encoding === "br")
    return brotliCompressSync(document, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: quality,
        [constants.BROTLI_PARAM_SIZE_HINT]: document.length,
      },
    });
  return encoding === "gzip" ? gzipSync(document) : document;
}

export interface RemixOptions {
  handle: RemixRequestHandler;
  /** The origin of every URL that Remix sees: the Host header decides nothing. */
  publicOrigin: string;
  /**
   * @param gone aborted when the client closes the connection before it has its answer
   * @param documentSink takes the text of a whole document past web streams, which cost as much as some pages
   */
  loadContext: (
    req: ExpressRequest,
    res: ExpressResponse,
    gone: AbortSignal,
    documentSink: { document?: string },
  ) => AppLoadContext | Promise<AppLoadContext>;
}

/**
 * Serves Remix behind the request guard, which has checked origin and body already: Remix's own check of the
 * Origin header answers 500 and believes X-Forwarded-Host, so it sees neither. Errors go to Express.
 */
export function remixHandler({ handle, publicOrigin, loadContext }: RemixOptions): RequestHandler {
  async function serve(req: ExpressRequest, res: ExpressResponse): Promise<void> {
    const gone = new AbortController();
    res.on("close", () => {
      if (!res.writableFinished) gone.abort();
    });
    const documentSink: { document?: string } = {};
    const context = await loadContext(req, res, gone.signal, documentSink);
    const response = await handle(webRequest(req, publicOrigin, gone.signal), context);
    sendHead(response, res);
    if (documentSink.document !== undefined) sendDocument(req, res, documentSink.document);
    else if (response.body) await pipeline(chunksOf(response.body, gone.signal), res);
    else res.end();
  }

  return (req, res, next) => {
    serve(req, res).catch((error: unknown) => {
      // A client that has gone, or an answer that broke half-way: nothing more can be said on this connection.
      if (res.headersSent || res.destroyed) res.destroy();
      else next(error);
    });
  };
}

/** @param asked path and query as they came */
export function webUrl(asked: string, publicOrigin: string): URL {
  const url = new URL(publicOrigin);
  const [path = "/", ...query] = asked.split("?");
  url.pathname = path;
  url.search = query.join("?");
  return url;
}

function webRequest(req: ExpressRequest, publicOrigin: string, signal: AbortSignal): Request {
  const url = webUrl(req.originalUrl, publicOrigin);
  const body = takeBody(req);
  return new Request(url, {
    method: req.method,
    headers: webHeaders(req.headers, url.host),
    signal,
    ...(body ? { body } : {}),
  });
}

/** Of this connection alone (RFC 9110, section 7.6.1), or already judged by the guard. */
const left =
  /^(?:connection|keep-alive|te|trailer|transfer-encoding|upgrade|expect|content-length|host|origin|forwarded|(?:proxy|x-forwarded)-.*)$/;

function webHeaders(headers: IncomingHttpHeaders, host: string): Headers {
  const copy = new Headers({ host });
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || left.test(name)) continue;
    copy.set(name, Array.isArray(value) ? value.join(", ") : value);
  }
  return copy;
}

function sendHead(response: Response, res: ExpressResponse): void {
  res.status(response.status);
  for (const [name, value] of response.headers) {
    if (isSendable(name, value)) add(res, name, value);
    // A redirect to where no URL can lead is a page that does not exist.
    else if (name === "location") res.status(404);
  }
}

/** The body piece by piece; a client that goes away ends the rendering of the rest too. */
async function* chunksOf(body: ReadableStream<Uint8Array>, gone: AbortSignal): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  // A stream that broke refuses to be cancelled; whoever reads it hears of that.
  gone.addEventListener("abort", () => void reader.cancel().catch(() => undefined));
  for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
}

function add(res: ExpressResponse, name: string, value: string): void {
  if (name === "set-cookie") res.append(name, value);
  else if (name === "vary") res.vary(value);
  else res.setHeader(name, value);
}

/** A web response may hold control characters that Node refuses to write. */
function isSendable(name: string, value: string): boolean {
  try {
    validateHeaderValue(name, value);
    return true;
  } catch {
    return false;
  }
}
