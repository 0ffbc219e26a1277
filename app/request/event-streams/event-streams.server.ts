import { createClientLimits } from "~/request/limits/client-counts.server";

/**
 * Returns how long a browser waits before it reconnects, in milliseconds. The delay is random, so that browsers do not
 * reconnect all at once. After a crash, the browsers of the failed instance reconnect to instances that did not expect
 * them, so the delays are longer.
 */
const chooseRetryDelayMs = (reason: "crash" | "shutdown") =>
  1000 + Math.random() * (reason === "crash" ? 8000 : 4000);
/** The delay before reconnecting if the visitor's own action (login or logout) has ended the stream. */
const restartDelayMs = 1000;

const textEncoder = new TextEncoder();

/** Server-sent events for one page (HTML, section 9.2). */
export interface EventStream {
  /**
   * Sends an event on the stream.
   *
   * @param data - one line, not empty: browsers ignore an event without data
   */
  send(event: string, data: string): void;
  /** Sends a comment on the stream. Without regular comments, proxies would close an idle stream. */
  sendKeepAlive(): void;
  /**
   * Closes the stream. The browser reconnects unless its page is closed.
   *
   * @param retryInMs - the delay before the browser reconnects; if not given, the delay that was sent at the start
   */
  end(retryInMs?: number): void;
}

/** Returns a response body that stays open until the stream is closed or the browser disconnects. */
function openEventStream({
  signal,
  onOpen,
}: Pick<StreamRequest, "signal" | "onOpen">): ReadableStream<Uint8Array> {
  const streamState: { isClosed: boolean; stopFollowing?: () => void; onAbort?: () => void } = {
    isClosed: false,
  };

  function releaseStream(): void {
    streamState.isClosed = true;
    if (streamState.onAbort) signal?.removeEventListener("abort", streamState.onAbort);
    streamState.stopFollowing?.();
  }

  return new ReadableStream<Uint8Array>({
    start(controller) {
      // Closes the stream at once if the signal is already aborted, because no "abort" event follows.
      if (signal?.aborted) {
        controller.close();
        return;
      }
      const writeText = (text: string) => {
        if (!streamState.isClosed) controller.enqueue(textEncoder.encode(text));
      };
      // Sends the retry delay at once, because Node sends the response headers only with the first bytes of the body.
      // An instance that crashes can send no other delay.
      writeText(formatRetryField(chooseRetryDelayMs("crash")));
      streamState.onAbort = () => {
        controller.close();
        releaseStream();
      };
      signal?.addEventListener("abort", streamState.onAbort, { once: true });
      const stopFollowing = onOpen({
        send(event, data) {
          writeText(`event: ${event}\ndata: ${data}\n\n`);
        },
        sendKeepAlive() {
          writeText(":\n\n");
        },
        end(retryInMs) {
          if (streamState.isClosed) return;
          if (retryInMs !== undefined) writeText(formatRetryField(retryInMs));
          controller.close();
          releaseStream();
        },
      });
      if (streamState.isClosed) stopFollowing();
      else streamState.stopFollowing = stopFollowing;
    },
    cancel() {
      if (!streamState.isClosed) releaseStream();
    },
  });
}

function formatRetryField(retryInMs: number): string {
  return `retry: ${Math.round(retryInMs)}\n\n`;
}

const keepAliveIntervalMs = 20_000;

/** The maximum number of streams that are open at the same time. */
const maxStreams = {
  /**
   * The maximum number of open event streams for one client network, such as an office, a school, or a visitor with
   * several tabs.
   */
  perNetwork: 20,
  /** The maximum number of open event streams in this process. Each open stream costs memory and a socket. */
  inAll: 5000,
};

interface StreamRequest {
  clientAddress: string;
  /** The key by which `restart` finds the event stream. Several streams may have the same key. */
  key: string;
  /** The latest time for closing the stream, in milliseconds since 1970. */
  endsAt: number;
  /** Aborted when the browser closes the connection. */
  signal: AbortSignal | undefined;
  /** Called once when the stream is open. Returns a function that the stream calls when it is closed. */
  onOpen: (stream: EventStream) => () => void;
}

/** All open event streams of this process. */
export interface EventStreams {
  /** Returns the body of a response; undefined if too many streams are open. */
  open(streamRequest: StreamRequest): ReadableStream<Uint8Array> | undefined;
  /** Closes the event streams with this key, so that their browsers reconnect with their current cookies. */
  restart(key: string): void;
  /**
   * Closes all event streams and refuses new ones. The browsers reconnect after random delays, to another instance of
   * the site.
   */
  drain(): void;
  /** Returns the number of open streams. */
  countStreams(): number;
}

export function createEventStreams({ clock }: { clock: () => Date }): EventStreams {
  const streams = new Map<EventStream, StreamRequest>();
  const networkStreamCounts = createKeyCounter();
  let keepAliveTimer: NodeJS.Timeout | undefined;
  let isDraining = false;

  const createNetworkLimits = ({ clientAddress }: StreamRequest) =>
    createClientLimits(clientAddress, "streams", maxStreams.perNetwork);

  function addStream(stream: EventStream, streamRequest: StreamRequest): void {
    streams.set(stream, streamRequest);
    for (const { key } of createNetworkLimits(streamRequest)) networkStreamCounts.add(key, 1);
    keepAliveTimer ??= setInterval(sendKeepAlives, keepAliveIntervalMs).unref();
  }

  function removeStream(stream: EventStream, streamRequest: StreamRequest): void {
    streams.delete(stream);
    for (const { key } of createNetworkLimits(streamRequest)) networkStreamCounts.add(key, -1);
    if (streams.size > 0) return;
    clearInterval(keepAliveTimer);
    keepAliveTimer = undefined;
  }

  function sendKeepAlives(): void {
    const now = clock().getTime();
    for (const [stream, { endsAt }] of streams) {
      if (now < endsAt) stream.sendKeepAlive();
      else stream.end();
    }
  }

  return {
    open(streamRequest) {
      if (streams.size >= maxStreams.inAll) return undefined;
      if (
        createNetworkLimits(streamRequest).some(({ key, limit }) => networkStreamCounts.count(key) >= limit)
      )
        return undefined;
      return openEventStream({
        signal: streamRequest.signal,
        onOpen(stream) {
          addStream(stream, streamRequest);
          const stopFollowing = isDraining ? undefined : streamRequest.onOpen(stream);
          if (isDraining) stream.end(chooseRetryDelayMs("shutdown"));
          return () => {
            removeStream(stream, streamRequest);
            stopFollowing?.();
          };
        },
      });
    },
    restart(key) {
      for (const [stream, streamRequest] of streams)
        if (streamRequest.key === key) stream.end(restartDelayMs);
    },
    countStreams: () => streams.size,
    drain() {
      isDraining = true;
      for (const stream of streams.keys()) stream.end(chooseRetryDelayMs("shutdown"));
    },
  };
}

/** Creates a counter with one count for each key. Keys with a count of 0 are not stored. */
function createKeyCounter() {
  const countByKey = new Map<string, number>();
  const count = (key: string) => countByKey.get(key) ?? 0;
  return {
    count,
    add(key: string, change: 1 | -1): void {
      const newCount = count(key) + change;
      if (newCount > 0) countByKey.set(key, newCount);
      else countByKey.delete(key);
    },
  };
}
