import { isRepeated } from "./repetition.server";

const mostBytes = 1024 * 1024;

/** There is nothing to read: the connection failed (status null), or what came is no answer of GraphQL's. */
export class Unanswered extends Error {
  constructor(
    readonly status: number | null,
    readonly retryAfter: string | null = null,
  ) {
    super("acq gave no answer");
  }
}

/**
 * fetch for answers of GraphQL: what says it is JSON, of 1 MiB at the most, and no redirects.
 *
 * @throws Unanswered for everything else, an aborted request included
 */
export async function fetchAnswer(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await connected(() => fetch(input, { ...init, redirect: "manual" }));
  const { status, headers } = response;
  if (!isAnswer(status, headers.get("Content-Type"))) {
    await response.body?.cancel().catch(() => undefined);
    throw new Unanswered(status, headers.get("Retry-After"));
  }
  const body = await connected(() => readAtMost(response, mostBytes));
  if (body === undefined) throw new Unanswered(status);
  return new Response(body, { status, headers });
}

async function connected<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch {
    throw new Unanswered(null);
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

/** Undefined as soon as it is more, without reading the rest. */
async function readAtMost(response: Response, most: number): Promise<string | undefined> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  const reader = response.body?.getReader();
  for (let next = await reader?.read(); next?.value; next = await reader?.read()) {
    size += next.value.byteLength;
    if (size > most) {
      await reader?.cancel();
      return undefined;
    }
    pieces.push(next.value);
  }
  return Buffer.concat(pieces).toString();
}
