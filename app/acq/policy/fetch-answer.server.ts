import { Agent, type IncomingHttpHeaders, type IncomingMessage, request as plainRequest } from "node:http";
import { Agent as SecureAgent, request as secureRequest } from "node:https";
import { isRepeated, Unanswered } from "./judge-failure.server";
import { type DocumentNode, getOperationAST, print } from "graphql";
import { GraphQLClient } from "graphql-request";

/**
 * JSON as graphql-request reads and writes it, whose texts can be sent on as UTF-8: half a surrogate pair, which JSON
 * can say (RFC 8259, section 8.2), would end in an error where a text becomes part of a cookie or an address.
 */
export const answerJson = {
  parse(text: string): unknown {
    // Without such an escape there is none.
    return JSON.parse(text, /\\ud[89a-f]/i.test(text) ? wellFormed : undefined);
  },
  stringify: (value: unknown): string => JSON.stringify(value),
};

function wellFormed(_name: string, value: unknown): unknown {
  return typeof value === "string" ? Buffer.from(value).toString() : value;
}

/** A connection that was idle for so long, in milliseconds, may be dead at its other end without having said so. */
const kept = { keepAlive: true, timeout: 4000 };
const agent = new Agent(kept);
const secureAgent = new SecureAgent(kept);
const maxAnswerBytes = 1024 * 1024;

/**
 * fetch for answers of GraphQL: what says it is JSON, of 1 MiB at the most, and no redirects. By Node's own client,
 * which takes half the time of fetch and its streams.
 *
 * @throws Unanswered for everything else, an aborted request included
 */
export async function fetchAnswer(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await withConnection(() => sendOnce(input, init));
  const { statusCode: status = 500, headers } = response;
  if (!isAnswer(status, headers["content-type"] ?? null)) {
    response.destroy();
    throw new Unanswered(status, headers["retry-after"] ?? null);
  }
  const body = await withConnection(() => readAtMost(response, maxAnswerBytes));
  if (body === undefined) throw new Unanswered(status);
  const answer = new Response(null, { status, headers: readHeaders(headers) });
  // It is a text already: as a stream, which is read again, it would take three times as long.
  return Object.assign(answer, { text: () => Promise.resolve(body) });
}

async function withConnection<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw new Unanswered(null, null, error);
  }
}

/**
 * With a status that is no success, plain JSON may be the word of something on the way; GraphQL's own media
 * type is acq's at any status (GraphQL over HTTP, section 6.4). A refusal in plain JSON is worth reading.
 */
function isAnswer(status: number, contentType: string | null): boolean {
  const mediaType = contentType?.split(";", 1)[0]?.trim().toLowerCase();
  if (mediaType === "application/graphql-response+json") return true;
  return mediaType === "application/json" && !isRepeated(status);
}

/** The headers of an answer that are read. */
function readHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const { "content-type": type, "retry-after": retryAfter } = headers;
  return { ...(type && { "content-type": type }), ...(retryAfter && { "retry-after": retryAfter }) };
}

function sendOnce(input: RequestInfo | URL, { method, headers, body, signal }: RequestInit = {}) {
  const url = new URL(input instanceof Request ? input.url : input);
  const sent = headers instanceof Headers ? headers : new Headers(headers);
  const options = { method, headers: { ...Object.fromEntries(sent), "accept-encoding": "identity" } };
  return new Promise<IncomingMessage>((resolve, reject) => {
    const request =
      url.protocol === "https:"
        ? secureRequest(url, { ...options, agent: secureAgent })
        : plainRequest(url, { ...options, agent });
    request.once("response", resolve);
    request.on("error", reject);
    // By hand: as an option of the request it would cost as much as all its headers.
    const stop = () => request.destroy(new Error("aborted"));
    if (signal?.aborted) stop();
    signal?.addEventListener("abort", stop);
    request.once("close", () => {
      signal?.removeEventListener("abort", stop);
      // Also where neither answer nor error came, as after a 101 that nobody has asked for.
      reject(new Error("closed"));
    });
    request.end(typeof body === "string" ? body : undefined);
  });
}

/** Undefined as soon as it is more, without reading the rest. */
function readAtMost(response: IncomingMessage, most: number): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    let size = 0;
    response.on("data", (piece: Buffer) => {
      size += piece.byteLength;
      pieces.push(piece);
      if (size <= most) return;
      resolve(undefined);
      response.destroy();
    });
    response.once("end", () => {
      resolve(Buffer.concat(pieces).toString());
    });
    response.once("error", reject);
    // A connection that was cut in the middle of it.
    response.once("close", () => {
      reject(new Error("aborted"));
    });
  });
}

/** graphql-request for one operation. */
export interface OperationClient {
  url: string;
  operation: string;
  query: string;
  client: GraphQLClient;
}

const clients = new WeakMap<DocumentNode, OperationClient>();

/**
 * The client of an operation, made once: graphql-request would write out its document anew for each call, which takes
 * longer than the call's own headers.
 */
export function operationClient(url: string, document: DocumentNode): OperationClient {
  const known = clients.get(document);
  if (known?.url === url) return known;
  const operation = getOperationAST(document)?.name?.value ?? "unnamed";
  const client = new GraphQLClient(url, {
    fetch: fetchAnswer,
    // It would parse the text for the name.
    excludeOperationName: true,
    jsonSerializer: {
      ...answerJson,
      stringify: (body: object) => answerJson.stringify({ ...body, operationName: operation }),
    },
  });
  const made = { url, operation, query: print(document), client };
  clients.set(document, made);
  return made;
}
