import type { Server } from "node:http";
import type { Duplex } from "node:stream";
import type { Config } from "~/config/environment";

/** Two years, as the preload list of browsers asks for (RFC 6797, section 6.1.1). */
export const hstsSeconds = 63_072_000;

/** Of an answer in which nothing is to be run, loaded, framed or told of. */
export const closedHeaders = {
  "Content-Security-Policy": "default-src 'none';frame-ancestors 'none'",
  "Referrer-Policy": "no-referrer",
} as const;

/**
 * The headers of an answer that is neither a page nor a file: of probes, of metrics, and of what is refused before any
 * handler sees it.
 */
export function bareHeaders({ secure }: Pick<Config, "secure">): Record<string, string> {
  return {
    ...closedHeaders,
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    ...(secure && { "Strict-Transport-Security": `max-age=${hstsSeconds}; includeSubDomains` }),
    "Cache-Control": "no-store",
  };
}

/** Hears of each that is answered: on which connection, the method where there is one, and the status. */
type Note = (socket: Duplex, method: string | undefined, status: number) => void;

/**
 * Answers what Node refuses before any handler sees it: methods that no standard names, headers that are too large or
 * too slow, CONNECT, and an `Expect` that nobody can meet. Everything else that is no HTTP gets 400.
 *
 * @param headers of every such answer
 */
export function answerParserErrors(
  server: Server,
  headers: Readonly<Record<string, string>>,
  note: Note = () => undefined,
): void {
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const answer = (socket: Duplex, statusLine: string, method?: string): void => {
    // An error on a socket that is closing anyway is nobody's business, but unheard it would end the process.
    socket.on("error", () => socket.destroy());
    if (!socket.writable) {
      socket.destroy();
      return;
    }
    note(socket, method, Number.parseInt(statusLine, 10));
    socket.end(`HTTP/1.1 ${statusLine}\r\n${head.join("")}Connection: close\r\nContent-Length: 0\r\n\r\n`);
  };
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    answer(socket, statusLines[error.code ?? ""] ?? "400 Bad Request");
  });
  server.on("connect", (_req, socket) => answer(socket, notAllowed, "CONNECT"));
  // RFC 9110, section 10.1.1.
  server.on("checkExpectation", ({ socket, method }) => answer(socket, "417 Expectation Failed", method));
}

const notAllowed = "405 Method Not Allowed\r\nAllow: GET, HEAD, POST";

const statusLines: Record<string, string> = {
  HPE_INVALID_METHOD: notAllowed,
  HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
  ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
};
