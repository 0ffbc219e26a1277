import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";

/** The maximum size of a request body in bytes. Bodies of acq's operations and forms are always smaller. */
export const maxBodyBytes = 64 * 1024;

/** The reply of a handler. Only tests cause "reset", which closes the connection without a response. */
export type ReplyOrReset = Reply | "reset";

export interface Reply {
  status: number;
  headers?: Record<string, string>;
  body: string;
}

/** Reads the body of a request; undefined if the body is larger than 64 KiB. */
export async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let receivedBytes = 0;
  // If the body is too large, the rest is not read and the connection stays open, so that the client gets the response.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    if (!(chunk instanceof Buffer)) continue;
    receivedBytes += chunk.length;
    if (receivedBytes > maxBodyBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

export function sendReplyOrReset(response: ServerResponse, reply: ReplyOrReset): void {
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

export function createJsonReply(status: number, value: unknown): Reply {
  return {
    status,
    headers: { "Content-Type": "application/json; charset=utf-8" },
    body: JSON.stringify(value),
  };
}

export function createTextReply(status: number, body: string, headers: Record<string, string> = {}): Reply {
  return { status, headers, body: `${body}\n` };
}

/**
 * Returns true for the host names of the loopback interface. Rejecting other names prevents DNS rebinding, with which
 * another site's page could read the outbox.
 */
export function isLoopbackHost(host: string | undefined): boolean {
  return /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i.test(host ?? "");
}

/**
 * Returns true for requests without an Origin header, and for requests from a page of this server (Fetch standard,
 * Origin). Forwarded headers are ignored.
 */
export function isOwnOrigin({ host = "", origin }: IncomingHttpHeaders): boolean {
  return origin === undefined || origin === `http://${host}`;
}

export function createHeaderReader({ headers }: IncomingMessage): (name: string) => string | undefined {
  return (name) => {
    const value = headers[name];
    return Array.isArray(value) ? value[0] : value;
  };
}
