import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { setInterval } from "node:timers";
import { onTestFinished } from "vitest";
import { close, listen } from "./local-server";

/** Responds to a call of acq in a faulty way. Called when the whole request has been read. */
export type Fault = (response: ServerResponse) => void;

export interface BrokenAcq {
  url: string;
  /** The headers of all requests to acq, in order. */
  requests: IncomingHttpHeaders[];
  /** The number of connections that clients have opened. */
  connections(): number;
  /** Resolves when acq receives its first request. */
  requestPromise: Promise<unknown>;
  /**
   * Resolves when the client closes its first connection. The result is the number of bytes that the server sent on
   * this connection.
   */
  disconnectPromise: Promise<number>;
}

/**
 * Starts an acq that handles the first request with the first fault, the second request with the second fault, and so
 * on. The last fault also handles all later requests. The server stops after the test.
 */
export async function startBrokenAcq(...faults: [Fault, ...Fault[]]): Promise<BrokenAcq> {
  const [lastFault] = faults.slice(-1);
  const requests: IncomingHttpHeaders[] = [];
  let connections = 0;
  const server = createServer((request, response) => {
    void text(request).then(() => {
      const fault = faults[requests.length] ?? lastFault;
      requests.push(request.headers);
      fault?.(response);
    });
  });
  const requestPromise = once(server, "request");
  const disconnectPromise = new Promise<number>((resolve) => {
    server.on("connection", (socket) => {
      connections += 1;
      socket.on("error", () => undefined);
      socket.on("close", () => {
        resolve(socket.bytesWritten);
      });
    });
  });
  const port = await listen(server);
  onTestFinished(() => close(server));
  const url = `http://127.0.0.1:${port}/graphql`;
  return { url, requests, connections: () => connections, requestPromise, disconnectPromise };
}

const jsonContentType = "application/json; charset=utf-8";

/** Returns a fault of acq that sends this answer. */
export function createResponseFault(
  body: object | string,
  status = 200,
  headers: Record<string, string> = {},
): Fault {
  const bodyText = typeof body === "string" ? body : JSON.stringify(body);
  return (response) => {
    response.writeHead(status, { "Content-Type": jsonContentType, ...headers }).end(bodyText);
  };
}

export function createHtmlFault(status: number, headers: Record<string, string> = {}): Fault {
  return createResponseFault("<!doctype html><title>Sorry</title>", status, {
    "Content-Type": "text/html",
    ...headers,
  });
}

export const resetConnection: Fault = (response) => {
  response.socket?.resetAndDestroy();
};

/** Sends 101 (Switching Protocols), although the client has not requested another protocol. */
export const switchProtocols: Fault = (response) => {
  response.socket?.end("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n");
};

export const neverResponse: Fault = () => undefined;

/** Sends a valid response at a rate of one byte per second. */
export const sendSlowly: Fault = (response) => {
  response.writeHead(200, { "Content-Type": jsonContentType });
  const writeTimer = setInterval(() => response.write(" "), 1000);
  response.write(" ");
  response.on("close", () => {
    clearInterval(writeTimer);
  });
};

/** Sends fewer bytes than the Content-Length of the response, and closes the connection. */
export const closeEarly: Fault = (response) => {
  response.writeHead(200, { "Content-Type": jsonContentType, "Content-Length": "1000" });
  response.write('{"data":', () => response.socket?.destroy());
};

export const megabytes = 50;

/** Sends 50 MB of JSON as fast as the client reads. */
export const sendTooMuch: Fault = (response) => {
  response.writeHead(200, { "Content-Type": jsonContentType });
  const megabyte = Buffer.alloc(1024 * 1024, " ");
  let sentChunks = 0;
  const writeChunks = (): void => {
    while (sentChunks < megabytes && !response.destroyed) {
      sentChunks += 1;
      if (!response.write(megabyte)) return void response.once("drain", writeChunks);
    }
    response.end("{}");
  };
  writeChunks();
};
