import { Agent, type IncomingHttpHeaders, type IncomingMessage, request as plainRequest } from "node:http";
import { Agent as SecureAgent, request as secureRequest } from "node:https";
import { isRetryableStatus, NoResponseError } from "./classify-failure.server";
import { type DocumentNode, getOperationAST, print } from "graphql";
import { GraphQLClient } from "graphql-request";

/**
 * Parses JSON from acq and replaces unpaired surrogates. JSON allows unpaired surrogates (RFC 8259, section 8.2), but
 * they would cause an error in a cookie or a URL.
 */
export function parseResponseJson(text: string): unknown {
  // A UTF-8 body can contain an unpaired surrogate only as a JSON escape such as `\ud800`. All other bodies need no
  // repair.
  return JSON.parse(text, /\\ud[89a-f]/i.test(text) ? repairSurrogates : undefined);
}

function repairSurrogates(_name: string, value: unknown): unknown {
  return typeof value === "string" ? Buffer.from(value).toString() : value;
}

/**
 * The options of connections to acq. A connection that is idle for `timeout` milliseconds is closed, because acq may
 * have closed it without this process noticing.
 */
const agentOptions = { keepAlive: true, timeout: 4000 };
const httpAgent = new Agent(agentOptions);
const httpsAgent = new SecureAgent(agentOptions);
const maxResponseBytes = 1024 * 1024;

/**
 * Fetches a GraphQL response: JSON of at most 1 MiB. Does not follow redirects. Uses node:http, which takes half the
 * time of fetch and its streams.
 *
 * @throws NoResponseError for every other response, a failed connection or an aborted request
 */
export async function fetchResponse(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await rethrowAsNoResponse(() => sendRequest(input, init));
  const { statusCode: status = 500, headers } = response;
  if (!isGraphqlResponse(status, headers["content-type"] ?? null)) {
    response.destroy();
    throw new NoResponseError(status, headers["retry-after"] ?? null);
  }
  const body = await rethrowAsNoResponse(() => readTextUpTo(response, maxResponseBytes));
  if (body === undefined) throw new NoResponseError(status);
  const responseHead = new Response(null, { status, headers: pickUsedHeaders(headers) });
  // Returns the body as the text that it already is. Reading it from a stream would take three times as long.
  return Object.assign(responseHead, { text: () => Promise.resolve(body) });
}

async function rethrowAsNoResponse<Result>(fetchResult: () => Promise<Result>): Promise<Result> {
  try {
    return await fetchResult();
  } catch (error) {
    throw new NoResponseError(null, null, error);
  }
}

/**
 * Returns true if acq itself, not a proxy, sent the response. GraphQL's media type proves this (GraphQL over HTTP,
 * section 6.4). Plain JSON with a retryable status may come from a proxy.
 */
function isGraphqlResponse(status: number, contentType: string | null): boolean {
  const mediaType = contentType?.split(";", 1)[0]?.trim().toLowerCase();
  if (mediaType === "application/graphql-response+json") return true;
  return mediaType === "application/json" && !isRetryableStatus(status);
}

/** Returns only the headers of acq's response that the acq client reads. */
function pickUsedHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const { "content-type": type, "retry-after": retryAfter } = headers;
  return { ...(type && { "content-type": type }), ...(retryAfter && { "retry-after": retryAfter }) };
}

function sendRequest(input: RequestInfo | URL, { method, headers, body, signal }: RequestInit = {}) {
  const url = new URL(input instanceof Request ? input.url : input);
  const requestHeaders = headers instanceof Headers ? headers : new Headers(headers);
  const requestOptions = {
    method,
    headers: { ...Object.fromEntries(requestHeaders), "accept-encoding": "identity" },
  };
  return new Promise<IncomingMessage>((resolve, reject) => {
    const request =
      url.protocol === "https:"
        ? secureRequest(url, { ...requestOptions, agent: httpsAgent })
        : plainRequest(url, { ...requestOptions, agent: httpAgent });
    request.once("response", resolve);
    request.on("error", reject);
    // Uses its own abort listener, because the `signal` option of node:http takes as long as writing all headers of the
    // request.
    const abort = () => request.destroy(new Error("aborted"));
    if (signal?.aborted) abort();
    signal?.addEventListener("abort", abort);
    request.once("close", () => {
      signal?.removeEventListener("abort", abort);
      // Rejects if the connection closes with neither a response nor an error, such as after an unexpected status 101.
      reject(new Error("closed"));
    });
    request.end(typeof body === "string" ? body : undefined);
  });
}

/** Reads a body as text. Returns undefined as soon as the body is longer than the limit, and does not read the rest. */
function readTextUpTo(response: IncomingMessage, maxBytes: number): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let receivedBytes = 0;
    response.on("data", (chunk: Buffer) => {
      receivedBytes += chunk.byteLength;
      chunks.push(chunk);
      if (receivedBytes <= maxBytes) return;
      resolve(undefined);
      response.destroy();
    });
    response.once("end", () => {
      resolve(Buffer.concat(chunks).toString());
    });
    response.once("error", reject);
    // Rejects if the connection was closed before the whole body had arrived.
    response.once("close", () => {
      reject(new Error("aborted"));
    });
  });
}

/** The graphql-request client of one operation. */
export interface OperationClient {
  url: string;
  operation: string;
  query: string;
  client: GraphQLClient;
}

const clientByOperation = new WeakMap<DocumentNode, OperationClient>();

/**
 * Returns the client of an operation, and caches it. Without the cache, graphql-request would print the GraphQL
 * document for each call, which takes longer than writing the headers.
 */
export function getOperationClient(url: string, operationDocument: DocumentNode): OperationClient {
  const cachedClient = clientByOperation.get(operationDocument);
  if (cachedClient?.url === url) return cachedClient;
  const operation = getOperationAST(operationDocument)?.name?.value ?? "unnamed";
  const client = new GraphQLClient(url, {
    fetch: fetchResponse,
    // Prevents graphql-request from parsing the GraphQL document to find the operation's name. `stringify` adds the
    // name.
    excludeOperationName: true,
    jsonSerializer: {
      parse: parseResponseJson,
      stringify: (body: object) => JSON.stringify({ ...body, operationName: operation }),
    },
  });
  const operationClient = { url, operation, query: print(operationDocument), client };
  clientByOperation.set(operationDocument, operationClient);
  return operationClient;
}
