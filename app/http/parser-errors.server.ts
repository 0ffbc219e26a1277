import type { Server } from "node:http";
import type { Duplex } from "node:stream";

/**
 * Answers what Node's parser refuses before any handler sees it: methods that no standard names, headers that
 * are too large or too slow, and CONNECT. Everything else that is no HTTP gets 400.
 */
export function answerParserErrors(server: Server): void {
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    answer(socket, statusLines[error.code ?? ""] ?? "400 Bad Request");
  });
  server.on("connect", (_req, socket) => answer(socket, notAllowed));
}

const notAllowed = "405 Method Not Allowed\r\nAllow: GET, HEAD, POST";

const statusLines: Record<string, string> = {
  HPE_INVALID_METHOD: notAllowed,
  HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
  ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
};

function answer(socket: Duplex, statusLine: string): void {
  // An error on a socket that is closing anyway is nobody's business, but unheard it would end the process.
  socket.on("error", () => socket.destroy());
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  socket.end(`HTTP/1.1 ${statusLine}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
