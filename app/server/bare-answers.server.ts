import type { Server } from "node:http";
import type { Duplex } from "node:stream";
import type { Config } from "~/config/environment";

/** Two years, as the preload list of browsers requires (RFC 6797, section 6.1.1). */
const hstsSeconds = 63_072_000;

/** Returns the value of Strict-Transport-Security (HSTS); undefined for none. */
export function strictTransportSecurity({
  secure,
  hsts,
}: Pick<Config, "secure" | "hsts">): string | undefined {
  if (!secure || hsts === "off") return undefined;
  return `max-age=${hstsSeconds}${hsts === "subdomains" ? "; includeSubDomains" : ""}`;
}

/** The headers of an answer that runs, loads and frames nothing, and sends no referrer. */
export const closedHeaders = {
  "Content-Security-Policy": "default-src 'none';frame-ancestors 'none'",
  "Referrer-Policy": "no-referrer",
} as const;

/**
 * Returns the headers of answers that are neither a page nor a file: probes, metrics, and requests that Node refuses.
 */
export function bareHeaders(config: Pick<Config, "secure" | "hsts">): Record<string, string> {
  const hsts = strictTransportSecurity(config);
  return {
    ...closedHeaders,
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    ...(hsts !== undefined && { "Strict-Transport-Security": hsts }),
    "Cache-Control": "no-store",
  };
}

/** A prepared page: its head as alternating names and values. */
interface BarePage {
  head: readonly string[];
  body: Buffer;
}

/** How long a client that is still sending may take to read its answer, in milliseconds. */
const closeAfterMs = 1000;

/** Called with each answer: its connection, the request's method if it is known, and the status. */
type Note = (socket: Duplex, method: string | undefined, status: number) => void;

/**
 * Answers requests that Node refuses before a handler is called: methods that no standard names, headers that are too
 * large or too slow, CONNECT, and an unknown `Expect`. Everything else that is not HTTP gets 400.
 *
 * @param headers - the headers of each such answer
 * @param oversized - returns the page for headers that are too large, chosen by the bytes that have arrived
 */
export function answerParserErrors(
  server: Server,
  headers: Readonly<Record<string, string>>,
  note: Note = () => undefined,
  oversized: (received: Buffer) => BarePage | undefined = () => undefined,
): void {
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const answer = (socket: Duplex, statusLine: string, method?: string): void => {
    // An error without a listener would end the process; this socket is closing anyway.
    socket.on("error", () => socket.destroy());
    if (!socket.writable) {
      socket.destroy();
      return;
    }
    note(socket, method, Number.parseInt(statusLine, 10));
    socket.end(`HTTP/1.1 ${statusLine}\r\n${head.join("")}Connection: close\r\nContent-Length: 0\r\n\r\n`);
  };
  const answerWithPage = (socket: Duplex, received: Buffer): boolean => {
    const page = socket.writable ? oversized(received) : undefined;
    if (!page) return false;
    socket.on("error", () => socket.destroy());
    note(socket, undefined, 431);
    const headerParts = page.head.map((part, index) => (index % 2 === 0 ? `${part}: ` : `${part}\r\n`));
    socket.write(
      `HTTP/1.1 ${statusLines["HPE_HEADER_OVERFLOW"] ?? ""}\r\n${headerParts.join("")}Connection: close\r\n\r\n`,
    );
    socket.end(received.subarray(0, 5).equals(headStart) ? undefined : page.body);
    // A connection that is closed at once is reset, and the client loses the answer.
    socket.resume();
    const timer = setTimeout(() => socket.destroy(), closeAfterMs);
    socket.once("close", () => clearTimeout(timer));
    return true;
  };
  server.on("clientError", (error: NodeJS.ErrnoException & { rawPacket?: Buffer }, socket) => {
    const isOversized = error.code === "HPE_HEADER_OVERFLOW";
    if (isOversized && answerWithPage(socket, error.rawPacket ?? Buffer.alloc(0))) return;
    answer(socket, statusLines[error.code ?? ""] ?? "400 Bad Request");
  });
  server.on("connect", (_req, socket) => answer(socket, notAllowed, "CONNECT"));
  // RFC 9110, section 10.1.1.
  server.on("checkExpectation", ({ socket, method }) => answer(socket, "417 Expectation Failed", method));
}

const headStart = Buffer.from("HEAD ");
const notAllowed = "405 Method Not Allowed\r\nAllow: GET, HEAD, POST";

const statusLines: Record<string, string> = {
  HPE_INVALID_METHOD: notAllowed,
  HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
  ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
};
