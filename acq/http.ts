import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";

/** Enough for every operation and form. */
export const MAXIMUM_BODY_BYTES = 64 * 1024;

/** An answer, or a connection that is torn down (a fault for tests). */
export type Reply = Answer | "reset";

export interface Answer {
  status: number;
  headers?: Record<string, string>;
  body: string;
}

/** The whole body, or undefined when it is larger than 64 KiB. */
export async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  // Left open when too large, so that the answer still reaches its sender.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    if (!(chunk instanceof Buffer)) continue;
    length += chunk.length;
    if (length > MAXIMUM_BODY_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

export function send(response: ServerResponse, reply: Reply): void {
  if (reply === "reset") {
    response.destroy();
    return;
  }
  const { status, headers, body } = reply;
  response.writeHead(status, {
    "Content-Type": "text/plain; charset=utf-8",
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    ...headers,
  });
  response.end(body);
}

export function json(status: number, value: unknown): Answer {
  return {
    status,
    headers: { "Content-Type": "application/json; charset=utf-8" },
    body: JSON.stringify(value),
  };
}

export function text(status: number, body: string, headers: Record<string, string> = {}): Answer {
  return { status, headers, body: `${body}\n` };
}

/** Only names of this machine: a web page elsewhere cannot reach the outbox by a host name of its own. */
export function isOwnHost(host: string | undefined): boolean {
  return /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i.test(host ?? "");
}

/** Requests of no page, or of one of this server's own (Fetch standard, Origin): forwarded headers do not count. */
export function isOwnOrigin({ host = "", origin }: IncomingHttpHeaders): boolean {
  return origin === undefined || origin === `http://${host}`;
}

export function headerReader({ headers }: IncomingMessage): (name: string) => string | undefined {
  return (name) => {
    const value = headers[name];
    return Array.isArray(value) ? value[0] : value;
  };
}
