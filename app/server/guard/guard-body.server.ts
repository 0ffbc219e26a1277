import type { IncomingMessage } from "node:http";

type RequestBody = Buffer<ArrayBuffer>;

type BodyResult =
  | { status: "read"; body: RequestBody }
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
 * @param maxBodyBytes - in bytes
 * @param timeLimitMs - for the whole body, in milliseconds
 */
export function readBody(
  req: IncomingMessage,
  maxBodyBytes: number,
  timeLimitMs: number,
): Promise<BodyResult> {
  if (Number(req.headers["content-length"] ?? 0) > maxBodyBytes)
    return Promise.resolve({ status: "too-large" });
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let receivedBytes = 0;

    const finishReading = (result: BodyResult): void => {
      clearTimeout(timer);
      req.off("data", onData).off("end", onEnd).off("close", handleDisconnect).off("error", handleDisconnect);
      req.pause();
      resolve(result);
    };
    const onData = (chunk: Buffer): void => {
      receivedBytes += chunk.length;
      chunks.push(chunk);
      if (receivedBytes > maxBodyBytes) finishReading({ status: "too-large" });
    };
    const onEnd = (): void => finishReading({ status: "read", body: Buffer.concat(chunks) });
    const handleDisconnect = (): void => finishReading({ status: "gone" });
    const timer = setTimeout(() => finishReading({ status: "too-slow" }), timeLimitMs);

    req.on("data", onData).on("end", onEnd).on("close", handleDisconnect).on("error", handleDisconnect);
  });
}
