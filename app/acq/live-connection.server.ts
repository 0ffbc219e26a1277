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
  /** Called when acq has ended this subscription. */
  onEnd(): void;
}

/** A WebSocket to acq (protocol graphql-transport-ws). The WebSocket opens with the first subscription. */
export interface LiveConnection {
  /** @returns a function that ends the subscription */
  subscribe(request: LiveRequest, listener: LiveListener): () => void;
  close(): void;
}

interface LiveConnectionOptions {
  url: string;
  /** How long the WebSocket stays open after its last subscription has ended, in milliseconds. */
  idleTimeoutMs: number;
  /**
   * The time limit in milliseconds for opening the WebSocket and for acq's acknowledgement. Pings are sent at the same
   * interval, and each pong must arrive within half of it.
   */
  timeoutMs?: number;
  /**
   * Called once when the WebSocket has closed, with the close code (RFC 6455, or docs/develop/acq-protocol.md#live).
   * The listeners of subscriptions are not called afterwards.
   */
  onClosed: (closeCode: number) => void;
}

/**
 * Creates a WebSocket class that limits the duration of the handshake and the size of received messages. Valid messages
 * from acq are small.
 */
function createSocketClass(handshakeTimeoutMs: number) {
  return class AcqSocket extends WebSocket {
    constructor(url: string, protocol: string) {
      super(url, protocol, {
        maxPayload: maxMessageBytes,
        handshakeTimeout: handshakeTimeoutMs,
        perMessageDeflate: false,
      });
    }
  };
}

/**
 * Opens a connection to acq with graphql-ws, without the library's own retries. The library would retry even after the
 * fatal close code 4403 and after a normal closure. It would restart its count of retries with each acknowledged
 * connection.
 */
export function openLiveConnection(options: LiveConnectionOptions): LiveConnection {
  const { url, idleTimeoutMs, timeoutMs = 10_000, onClosed } = options;
  let isClosed = false;
  let pongTimer: NodeJS.Timeout | undefined;
  const client = createClient({
    url,
    webSocketImpl: createSocketClass(timeoutMs),
    retryAttempts: 0,
    lazyCloseTimeout: idleTimeoutMs,
    connectionAckWaitTimeout: timeoutMs,
    // Detects a peer that has disappeared without closing the connection.
    keepAlive: timeoutMs,
    on: {
      ping: (isReceived) => {
        if (isReceived) return;
        pongTimer = setTimeout(() => {
          client.terminate();
        }, timeoutMs / 2);
      },
      pong: (isReceived) => {
        if (isReceived) clearTimeout(pongTimer);
      },
      closed: (event) => {
        if (isClosed) return;
        isClosed = true;
        clearTimeout(pongTimer);
        // Prevents graphql-ws from opening a new connection after a normal closure.
        disposeClient();
        onClosed(readCloseCode(event));
      },
    },
  });

  function disposeClient(): void {
    Promise.resolve(client.dispose()).catch(() => undefined);
  }

  return {
    subscribe: (request, listener) =>
      client.subscribe(request, {
        next(payload) {
          if (!isClosed) listener.next(payload);
        },
        // GraphQL errors arrive as an array and end only this subscription. An error of another kind ends the
        // connection, and the `closed` handler reports it.
        error(subscriptionError) {
          if (!isClosed && Array.isArray(subscriptionError)) listener.onEnd();
        },
        complete() {
          if (!isClosed) listener.onEnd();
        },
      }),
    close() {
      isClosed = true;
      clearTimeout(pongTimer);
      disposeClient();
    },
  };
}

/** Returns the close code; 1006 for a connection that broke without a close frame (RFC 6455, section 7.1.5). */
function readCloseCode(event: unknown): number {
  const hasCode = typeof event === "object" && event !== null && "code" in event;
  return hasCode && typeof event.code === "number" ? event.code : 1006;
}
