import { pipeline } from "node:stream/promises";
import type { RequestHandler } from "@remix-run/node";
import { type IncomingMessage, type ServerResponse, validateHeaderValue } from "node:http";
import { compressSync } from "~/server/compress-sync.server";
import type { Exchange, LoaderArguments, PipelineStep } from "~/server/exchange";
import { findPreferredEncoding } from "~/server/accept-headers.server";

/** How long the connection stays open after a response if the client is still sending its body, in milliseconds. */
const bodyDrainMs = 1000;

/** Calls Remix for pages, redirects, data, generated files and event streams. */
export function createRemixStep(
  remixHandler: RequestHandler,
  getLoaderArguments: (exchange: Exchange) => LoaderArguments,
): PipelineStep {
  return async (exchange) => {
    const { req, res } = exchange;
    try {
      const { request, context } = getLoaderArguments(exchange);
      const response = await remixHandler(request, { app: context });
      setStatusAndHeaders(response, res);
      if (isTextResponse(response)) sendCompressed(req, res, Buffer.from(await response.arrayBuffer()));
      else if (response.body) await pipeline(readChunks(response.body, request.signal), res);
      else res.end();
    } catch (error) {
      // Closes the connection if the client has left or the response failed half-way, because nothing more can be sent.
      if (!res.headersSent && !res.destroyed) throw error;
      res.destroy();
    }
  };
}

function setStatusAndHeaders(response: Response, res: ServerResponse): void {
  res.statusCode = response.status;
  for (const [name, value] of response.headers) {
    if (!isValidHeader(name, value)) {
      // A redirect to an invalid URL becomes 404.
      if (name === "location") res.statusCode = 404;
    } else if (name === "set-cookie") res.appendHeader(name, value);
    else res.setHeader(name, value);
  }
}

/** Returns false for a header value with control characters, which a web Response allows but Node refuses to write. */
function isValidHeader(name: string, value: string): boolean {
  try {
    validateHeaderValue(name, value);
    return true;
  } catch {
    return false;
  }
}

/**
 * Media types of pages, their data and generated files, which are sent as a whole. Event streams do not match: they
 * have no end to wait for.
 */
const textTypePattern = /^(?:text\/(?:html|plain|x-script)|application\/(?:json|xml|manifest\+json))\b/;

function isTextResponse({ headers, body }: Response): boolean {
  return body !== null && textTypePattern.test(headers.get("Content-Type") ?? "");
}

/** The minimum size of a compressed text in bytes. A shorter text fits in one packet even if it is not compressed. */
const minCompressedBytes = 1024;

function sendCompressed(req: IncomingMessage, res: ServerResponse, uncompressedBody: Buffer): void {
  const acceptedEncoding = findPreferredEncoding(req.headers["accept-encoding"] ?? "");
  const encoding = uncompressedBody.length < minCompressedBytes ? "identity" : acceptedEncoding;
  const body = compressSync(uncompressedBody, encoding);
  const vary = res.getHeader("Vary");
  res.setHeader("Vary", vary === undefined ? "Accept-Encoding" : `${String(vary)}, Accept-Encoding`);
  if (encoding !== "identity") res.setHeader("Content-Encoding", encoding);
  res.setHeader("Content-Length", body.length);
  if (res.getHeader("Connection") === "close" && !req.readableEnded) sendAndKeepReading(req, res, body);
  else res.end(body);
}

/**
 * Sends a response and discards the rest of the request body for a while. An immediate close would reset the
 * connection, and the client would lose the response (RFC 9112, section 9.6).
 */
function sendAndKeepReading(req: IncomingMessage, res: ServerResponse, body: Buffer): void {
  res.write(body);
  req.resume();
  const timer = setTimeout(() => res.end(), bodyDrainMs);
  res.once("close", () => {
    clearTimeout(timer);
  });
}

/** Yields the body in chunks. If the signal aborts because the client has disconnected, the rendering is canceled. */
async function* readChunks(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  // Ignores the rejection of `cancel`: if the stream is broken, `read` reports the error.
  signal.addEventListener("abort", () => void reader.cancel().catch(() => undefined));
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) yield chunk.value;
}
