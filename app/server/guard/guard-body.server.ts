import type { IncomingMessage } from "node:http";

type Body = Buffer<ArrayBuffer>;

export type BodyResult =
  | { status: "read"; body: Body }
  | { status: "too-large" }
  | { status: "too-slow" }
  /** The client has closed the connection. */
  | { status: "gone" };

/** Returns true if the request has a body (RFC 9112, section 6). */
export function hasBody({ headers }: Pick<IncomingMessage, "headers">): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

/**
 * Reads a request body up to a limit. If the Content-Length is above the limit, the body is not read at all.
 *
 * @param limit - in bytes
 * @param timeLimitMs - for the whole body, in milliseconds
 */
export function readBody(req: IncomingMessage, limit: number, timeLimitMs: number): Promise<BodyResult> {
  if (Number(req.headers["content-length"] ?? 0) > limit) return Promise.resolve({ status: "too-large" });
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;

    const settle = (result: BodyResult): void => {
      clearTimeout(timer);
      req.off("data", onData).off("end", onEnd).off("close", handleDisconnect).off("error", handleDisconnect);
      req.pause();
      resolve(result);
    };
    const onData = (chunk: Buffer): void => {
      size += chunk.length;
      chunks.push(chunk);
      if (size > limit) settle({ status: "too-large" });
    };
    const onEnd = (): void => settle({ status: "read", body: Buffer.concat(chunks) });
    const handleDisconnect = (): void => settle({ status: "gone" });
    const timer = setTimeout(() => settle({ status: "too-slow" }), timeLimitMs);

    req.on("data", onData).on("end", onEnd).on("close", handleDisconnect).on("error", handleDisconnect);
  });
}
