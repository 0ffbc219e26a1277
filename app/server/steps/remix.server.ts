import { pipeline } from "node:stream/promises";
import type { RequestHandler } from "@remix-run/node";
import { type IncomingMessage, type ServerResponse, validateHeaderValue } from "node:http";
import { compressNow } from "~/server/compress-now.server";
import type { Exchange, LoaderArguments, Step } from "~/server/exchange";
import { preferredEncoding } from "~/server/preferred-encoding.server";

/** How long a client that is still sending may take to read an answer, in milliseconds. */
const unreadBodyMs = 1000;

/** Lets Remix answer: pages, redirects, data, files that routes make, and event streams. */
export function remixStep(
  handle: RequestHandler,
  argumentsOf: (exchange: Exchange) => LoaderArguments,
): Step {
  return async (exchange) => {
    const { req, res } = exchange;
    try {
      const { request, context } = argumentsOf(exchange);
      const response = await handle(request, { app: context });
      setHead(response, res);
      if (isText(response)) sendWhole(req, res, Buffer.from(await response.arrayBuffer()));
      else if (response.body) await pipeline(chunksOf(response.body, request.signal), res);
      else res.end();
    } catch (error) {
      // A client that has gone, or an answer that broke half-way: nothing more can be said on this connection.
      if (!res.headersSent && !res.destroyed) throw error;
      res.destroy();
    }
  };
}

function setHead(response: Response, res: ServerResponse): void {
  res.statusCode = response.status;
  for (const [name, value] of response.headers) {
    if (!isSendable(name, value)) {
      // A redirect to where no URL can lead is a page that does not exist.
      if (name === "location") res.statusCode = 404;
    } else if (name === "set-cookie") res.appendHeader(name, value);
    else res.setHeader(name, value);
  }
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

/** Pages, their data and the files that routes make; an event stream is never whole. */
const textType = /^(?:text\/(?:html|plain|x-script)|application\/(?:json|xml|manifest\+json))\b/;

function isText({ headers, body }: Response): boolean {
  return body !== null && textType.test(headers.get("Content-Type") ?? "");
}

/** In bytes: a shorter text fits into one packet anyway. */
const minCompressed = 1024;

function sendWhole(req: IncomingMessage, res: ServerResponse, text: Buffer): void {
  const accepted = preferredEncoding(req.headers["accept-encoding"] ?? "");
  const encoding = text.length < minCompressed ? "identity" : accepted;
  const body = compressNow(text, encoding);
  const vary = res.getHeader("Vary");
  res.setHeader("Vary", vary === undefined ? "Accept-Encoding" : `${String(vary)}, Accept-Encoding`);
  if (encoding !== "identity") res.setHeader("Content-Encoding", encoding);
  res.setHeader("Content-Length", body.length);
  if (res.getHeader("Connection") === "close" && !req.readableEnded) sendAndLinger(req, res, body);
  else res.end(body);
}

/**
 * Answers a request and discards the rest of its body for a while. A connection that is closed at once is reset, and the
 * client loses the answer before it has read it (RFC 9112, section 9.6).
 */
function sendAndLinger(req: IncomingMessage, res: ServerResponse, body: Buffer): void {
  res.write(body);
  req.resume();
  const timer = setTimeout(() => res.end(), unreadBodyMs);
  res.once("close", () => {
    clearTimeout(timer);
  });
}

/** The body piece by piece; a client that goes away ends the rendering of the rest too. */
async function* chunksOf(body: ReadableStream<Uint8Array>, gone: AbortSignal): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  // A stream that broke refuses to be cancelled; the reader gets the error.
  gone.addEventListener("abort", () => void reader.cancel().catch(() => undefined));
  for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
}
