import type { ServerResponse } from "node:http";

/** Sends a short text as the whole response. Node omits the body of a response to HEAD. */
export function sendText(res: ServerResponse, status: number, text: string): void {
  res.statusCode = status;
  res.setHeader("Content-Type", "text/plain; charset=utf-8");
  res.setHeader("Content-Length", Buffer.byteLength(text));
  res.end(text);
}
