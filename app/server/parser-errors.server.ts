import type { Server } from "node:http";
import type { Duplex } from "node:stream";
import type { PreparedPage } from "./prepared-pages.server";

/**
 * How long the connection stays open after a refused request, in milliseconds, because the client may still be sending.
 */
const closeAfterMs = 1000;

/**
 * Called for each response to a rejected request, with the connection, the request method (if known) and the status.
 */
type ResponseListener = (socket: Duplex, method: string | undefined, status: number) => void;

/**
 * Responds to requests that Node's HTTP parser rejects before any request handler is called. Examples are unknown
 * methods, headers that are too large or arrive too slowly, CONNECT, and an unknown `Expect`. Any other malformed
 * request gets 400.
 *
 * @param headers - the headers of each of these responses
 * @param findOversizedPage - returns the page for oversized headers, chosen by the bytes received so far
 */
export function handleParserErrors(
  server: Server,
  headers: Readonly<Record<string, string>>,
  onResponse: ResponseListener,
  findOversizedPage: (receivedData: Buffer) => PreparedPage | undefined,
): void {
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const respondWithStatus = (socket: Duplex, statusLine: string, method?: string): void => {
    // Without a listener, an "error" event would crash the process. The error does not matter, because the socket is
    // closing.
    socket.on("error", () => socket.destroy());
    if (!socket.writable) {
      socket.destroy();
      return;
    }
    onResponse(socket, method, Number.parseInt(statusLine, 10));
    socket.end(`HTTP/1.1 ${statusLine}\r\n${head.join("")}Connection: close\r\nContent-Length: 0\r\n\r\n`);
  };
  const respondWithPage = (socket: Duplex, receivedData: Buffer): boolean => {
    const page = socket.writable ? findOversizedPage(receivedData) : undefined;
    if (!page) return false;
    socket.on("error", () => socket.destroy());
    onResponse(socket, undefined, 431);
    const headerParts = page.head.map((headPart, index) =>
      index % 2 === 0 ? `${headPart}: ` : `${headPart}\r\n`,
    );
    socket.write(
      `HTTP/1.1 ${statusLines["HPE_HEADER_OVERFLOW"] ?? ""}\r\n${headerParts.join("")}Connection: close\r\n\r\n`,
    );
    socket.end(receivedData.subarray(0, 5).equals(headMethodBytes) ? undefined : page.body);
    // Keeps reading from the connection for a while. An immediate close would reset the connection, and the client
    // would not receive the response.
    socket.resume();
    const timer = setTimeout(() => socket.destroy(), closeAfterMs);
    socket.once("close", () => clearTimeout(timer));
    return true;
  };
  server.on("clientError", (error: NodeJS.ErrnoException & { rawPacket?: Buffer }, socket) => {
    const isOversized = error.code === "HPE_HEADER_OVERFLOW";
    if (isOversized && respondWithPage(socket, error.rawPacket ?? Buffer.alloc(0))) return;
    respondWithStatus(socket, statusLines[error.code ?? ""] ?? "400 Bad Request");
  });
  server.on("connect", (_req, socket) => respondWithStatus(socket, methodNotAllowed, "CONNECT"));
  // Handles any `Expect` header other than 100-continue, for which Node emits the event "checkExpectation" (RFC 9110,
  // section 10.1.1).
  server.on("checkExpectation", ({ socket, method }) =>
    respondWithStatus(socket, "417 Expectation Failed", method),
  );
}

const headMethodBytes = Buffer.from("HEAD ");
const methodNotAllowed = "405 Method Not Allowed\r\nAllow: GET, HEAD, POST";

const statusLines: Record<string, string> = {
  HPE_INVALID_METHOD: methodNotAllowed,
  HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
  ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
};
