import { connect, type Socket } from "node:net";

export interface RawResponse {
  status: number;
  /** The response headers by name in lower case. The values of a repeated header are separated by line breaks. */
  headers: Map<string, string>;
  body: string;
}

/** Opens a connection and writes exactly these bytes. */
export function openRawSocket(port: number, bytes: string | Buffer): Socket {
  const socket = connect(port, "127.0.0.1");
  socket.write(typeof bytes === "string" ? Buffer.from(bytes, "latin1") : bytes);
  return socket;
}

/**
 * Sends exactly these bytes and reads until the server closes the connection.
 * @returns undefined if the server sent nothing
 */
export async function sendRawBytes(port: number, bytes: string | Buffer): Promise<RawResponse | undefined> {
  return readResponse(openRawSocket(port, bytes));
}

/**
 * Returns a request with `Connection: close`, so that the server closes the connection. The given headers are added, or
 * replace default headers of the same name.
 */
export function createRawRequest(startLine: string, headers: Record<string, string> = {}, body = ""): string {
  const allHeaders = { Host: "localhost:3000", Connection: "close", ...headers };
  const lines = Object.entries(allHeaders).map(([name, value]) => `${name}: ${value}`);
  return [startLine, ...lines, "", body].join("\r\n");
}

/** Returns a submitted form as an old browser sends it, without headers such as Origin and Sec-Fetch-Site. */
export function createRawPost(path: string, body: string, headers: Record<string, string> = {}): string {
  return createRawRequest(
    `POST ${path} HTTP/1.1`,
    {
      "Content-Type": "application/x-www-form-urlencoded",
      "Content-Length": String(Buffer.byteLength(body, "latin1")),
      ...headers,
    },
    body,
  );
}

export function readResponse(socket: Socket): Promise<RawResponse | undefined> {
  const chunks: Buffer[] = [];
  return new Promise((resolve) => {
    socket.on("data", (chunk: Buffer) => chunks.push(chunk));
    // A server that rejects early may reset the connection. Bytes that arrived before the reset are still the response.
    socket.on("error", () => undefined);
    socket.on("close", () => resolve(parseResponse(Buffer.concat(chunks).toString("latin1"))));
  });
}

function parseResponse(text: string): RawResponse | undefined {
  // Removes the interim response that Node itself sends to a request with Expect: 100-continue.
  const [head = "", ...body] = text.replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, "").split("\r\n\r\n");
  const [statusLine = "", ...lines] = head.split("\r\n");
  const status = Number(statusLine.split(" ")[1]);
  if (!status) return undefined;
  const headers = new Map<string, string>();
  for (const line of lines) {
    const name = line.slice(0, line.indexOf(":")).toLowerCase();
    const value = line.slice(line.indexOf(":") + 1).trim();
    headers.set(name, headers.has(name) ? `${headers.get(name) ?? ""}\n${value}` : value);
  }
  const rawBody = body.join("\r\n\r\n");
  return {
    status,
    headers,
    body: headers.get("transfer-encoding") === "chunked" ? decodeChunks(rawBody) : rawBody,
  };
}

function decodeChunks(text: string): string {
  const chunkSize = Number.parseInt(text, 16);
  if (!chunkSize) return "";
  const chunkStart = text.indexOf("\r\n") + 2;
  return (
    text.slice(chunkStart, chunkStart + chunkSize) + decodeChunks(text.slice(chunkStart + chunkSize + 2))
  );
}
