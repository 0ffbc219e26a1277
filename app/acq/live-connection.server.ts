import { createClient } from "graphql-ws";
import { WebSocket } from "ws";

const maxMessageBytes = 64 * 1024;

export interface LiveRequest {
  operationName: string;
  query: string;
  variables: Record<string, unknown>;
}

export interface LiveListener {
  next(payload: unknown): void;
  /** Called after the last message of this request. */
  ended(): void;
}

/** A WebSocket to acq (graphql-transport-ws) that opens with its first request. */
export interface LiveConnection {
  /** @returns a function that ends the request */
  subscribe(request: LiveRequest, listener: LiveListener): () => void;
  close(): void;
}

interface ConnectionOptions {
  url: string;
  /** How long the connection stays open without requests, in milliseconds. */
  lingerMs: number;
  /** The time limit for an opening or an acknowledgement, and the interval of pings; a pong may take half of it. */
  timeoutMs?: number;
  /**
   * Called once with the close code of RFC 6455 or of docs/develop/acq-protocol.md#live. No listener is called after
   * it.
   */
  onEnd: (code: number) => void;
}

/** acq's messages are small, and a slow handshake counts as failed. */
function createSocketClass(handshakeTimeout: number) {
  return class AcqSocket extends WebSocket {
    constructor(url: string, protocol: string) {
      super(url, protocol, { maxPayload: maxMessageBytes, handshakeTimeout, perMessageDeflate: false });
    }
  };
}

/**
 * Opens a connection with graphql-ws. Its own retries are off: it retries after 4403, resets its count with each
 * acknowledged connection, and retries after a normal closure at once and forever.
 */
export function openLiveConnection(options: ConnectionOptions): LiveConnection {
  const { url, lingerMs, timeoutMs = 10_000, onEnd } = options;
  let isClosed = false;
  let pongTimer: NodeJS.Timeout | undefined;
  const client = createClient({
    url,
    webSocketImpl: createSocketClass(timeoutMs),
    retryAttempts: 0,
    lazyCloseTimeout: lingerMs,
    connectionAckWaitTimeout: timeoutMs,
    // Pings detect a peer that is gone without closing.
    keepAlive: timeoutMs,
    on: {
      ping: (received) => {
        if (received) return;
        pongTimer = setTimeout(() => {
          client.terminate();
        }, timeoutMs / 2);
      },
      pong: (received) => {
        if (received) clearTimeout(pongTimer);
      },
      closed: (event) => {
        if (isClosed) return;
        isClosed = true;
        clearTimeout(pongTimer);
        // Without this, graphql-ws would open a new connection after a normal closure.
        dispose();
        onEnd(closeCodeOf(event));
      },
    },
  });

  function dispose(): void {
    Promise.resolve(client.dispose()).catch(() => undefined);
  }

  return {
    subscribe: (request, listener) =>
      client.subscribe(request, {
        next(payload) {
          if (!isClosed) listener.next(payload);
        },
        // GraphQL errors are an array. Errors of the connection are not, and reach `closed`.
        error(problem) {
          if (!isClosed && Array.isArray(problem)) listener.ended();
        },
        complete() {
          if (!isClosed) listener.ended();
        },
      }),
    close() {
      isClosed = true;
      clearTimeout(pongTimer);
      dispose();
    },
  };
}

/** A connection that broke without a close frame has the code 1006 (RFC 6455, section 7.1.5). */
function closeCodeOf(event: unknown): number {
  const hasCode = typeof event === "object" && event !== null && "code" in event;
  return hasCode && typeof event.code === "number" ? event.code : 1006;
}
