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
  /** The end of this request's messages. */
  ended(): void;
}

/** One WebSocket to acq (graphql-transport-ws), opened for its first request. */
export interface LiveConnection {
  /** @returns what ends the request */
  subscribe(request: LiveRequest, listener: LiveListener): () => void;
  close(): void;
}

interface ConnectionOptions {
  url: string;
  /** How long it stays open when nobody is left, in milliseconds. */
  lingerMs: number;
  /** How long acq may take for an opening or an acknowledgement, and between two pings; half of it for a pong. */
  patienceMs?: number;
  /**
   * Called once, with the close code of RFC 6455 or of docs/acq-protocol.md#live; after it no listener hears anything.
   */
  onEnd: (code: number) => void;
}

/** acq's messages are small, and a handshake that takes long is none. */
function socketWith(handshakeTimeout: number) {
  return class AcqSocket extends WebSocket {
    constructor(url: string, protocol: string) {
      super(url, protocol, { maxPayload: maxMessageBytes, handshakeTimeout, perMessageDeflate: false });
    }
  };
}

/**
 * graphql-ws with its own repetitions turned off: it takes 4403 for a code to try again, forgets how often it has
 * tried with each connection that was acknowledged, and repeats a normal closure at once and for ever.
 */
export function openLiveConnection(options: ConnectionOptions): LiveConnection {
  const { url, lingerMs, patienceMs = 10_000, onEnd } = options;
  let isOver = false;
  let overdue: NodeJS.Timeout | undefined;
  const client = createClient({
    url,
    webSocketImpl: socketWith(patienceMs),
    retryAttempts: 0,
    lazyCloseTimeout: lingerMs,
    connectionAckWaitTimeout: patienceMs,
    // A peer that is gone without a word is found out by a ping.
    keepAlive: patienceMs,
    on: {
      ping: (received) => {
        if (received) return;
        overdue = setTimeout(() => {
          client.terminate();
        }, patienceMs / 2);
      },
      pong: (received) => {
        if (received) clearTimeout(overdue);
      },
      closed: (event) => {
        if (isOver) return;
        isOver = true;
        clearTimeout(overdue);
        // Else it would open a connection of its own after a normal closure.
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
          if (!isOver) listener.next(payload);
        },
        // GraphQL's errors are a list; what ends the connection is no list, and `closed` hears of it.
        error(problem) {
          if (!isOver && Array.isArray(problem)) listener.ended();
        },
        complete() {
          if (!isOver) listener.ended();
        },
      }),
    close() {
      isOver = true;
      clearTimeout(overdue);
      dispose();
    },
  };
}

/** A connection that broke without a close frame has 1006 (RFC 6455, section 7.1.5). */
function closeCodeOf(event: unknown): number {
  const hasCode = typeof event === "object" && event !== null && "code" in event;
  return hasCode && typeof event.code === "number" ? event.code : 1006;
}
