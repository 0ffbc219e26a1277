import type { Server } from "node:http";
import type { Duplex } from "node:stream";
import type { PreparedPage } from "./prepared-pages.server";

/**
 * How long the connection stays open after a refused request, in milliseconds, because the client may still be sending.
 */
const closeAfterMs = 10_000;

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
 * @param findHeadersTooLargePage - returns the page for oversized headers, chosen by the bytes received so far
 */
export function handleParserErrors(
  server: Server,
  headers: Readonly<Record<string, string>>,
  onResponse: ResponseListener,
  findHeadersTooLargePage: (receivedData: Buffer) => PreparedPage | undefined,
): void {
  const headerLines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  /** Ends the response, and closes the connection when the client has read it or after `closeAfterMs`. */
  const endResponse = (socket: Duplex, body?: Buffer): void => {
    // Without a listener, an "error" event would crash the process. The error does not matter, because the socket is
    // closing.
    socket.on("error", () => socket.destroy());
    socket.end(body);
    // Keeps reading from the connection for a while. An immediate close would reset the connection, and the client
    // would not receive the response.
    socket.resume();
    const timer = setTimeout(() => socket.destroy(), closeAfterMs);
    socket.once("close", () => clearTimeout(timer));
  };
  const respondWithStatus = (socket: Duplex, statusLine: string, method?: string): void => {
    onResponse(socket, method, Number.parseInt(statusLine, 10));
    socket.write(
      `HTTP/1.1 ${statusLine}\r\n${headerLines.join("")}Connection: close\r\nContent-Length: 0\r\n\r\n`,
    );
    endResponse(socket);
  };
  const respondWithPage = (socket: Duplex, receivedData: Buffer, page: PreparedPage): void => {
    onResponse(socket, undefined, 431);
    const headerParts = page.rawHeaders.map((headPart, index) =>
      index % 2 === 0 ? `${headPart}: ` : `${headPart}\r\n`,
    );
    socket.write(
      `HTTP/1.1 ${statusLines["HPE_HEADER_OVERFLOW"] ?? ""}\r\n${headerParts.join("")}Connection: close\r\n\r\n`,
    );
    endResponse(socket, receivedData.subarray(0, 5).equals(headMethodBytes) ? undefined : page.body);
  };
  server.on("clientError", (error: NodeJS.ErrnoException & { rawPacket?: Buffer }, socket) => {
    // Node emits the event again for each later packet of a rejected request. The response is already on its way.
    if (socket.writableEnded) return;
    if (!socket.writable) {
      socket.destroy();
      return;
    }
    const receivedData = error.rawPacket ?? Buffer.alloc(0);
    const page = error.code === "HPE_HEADER_OVERFLOW" ? findHeadersTooLargePage(receivedData) : undefined;
    if (page) respondWithPage(socket, receivedData, page);
    else respondWithStatus(socket, statusLines[error.code ?? ""] ?? "400 Bad Request");
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
