import { clientLimits } from "~/request/limits/client-counts.server";

/** How long a browser waits before it reconnects. */
const reconnectMs = 3000;
const encoder = new TextEncoder();

/** Server-sent events for one page (HTML, section 9.2). */
export interface EventStream {
  /** @param data - one line, not empty: browsers ignore an event without data */
  send(event: string, data: string): void;
  /** Sends a comment, so that proxies do not take the stream for dead. */
  beat(): void;
  /**
   * Ends the stream. The browser reconnects unless its page is closed.
   *
   * @param retryInMs - 3 s if not given
   */
  end(retryInMs?: number): void;
}

/** Returns the body of an answer, open until the stream ends or its reader leaves. */
function openEventStream({ signal, begin }: Pick<Opening, "signal" | "begin">): ReadableStream<Uint8Array> {
  const life: { isOver: boolean; leave?: () => void; onAbort?: () => void } = { isOver: false };

  function finish(): void {
    life.isOver = true;
    if (life.onAbort) signal?.removeEventListener("abort", life.onAbort);
    life.leave?.();
  }

  return new ReadableStream<Uint8Array>({
    start(controller) {
      // An aborted signal emits no further event.
      if (signal?.aborted) {
        controller.close();
        return;
      }
      const write = (text: string) => {
        if (!life.isOver) controller.enqueue(encoder.encode(text));
      };
      // Node sends the head with the first bytes.
      write(retryLine(reconnectMs));
      life.onAbort = () => {
        controller.close();
        finish();
      };
      signal?.addEventListener("abort", life.onAbort, { once: true });
      const leave = begin({
        send(event, data) {
          write(`event: ${event}\ndata: ${data}\n\n`);
        },
        beat() {
          write(":\n\n");
        },
        end(retryInMs) {
          if (life.isOver) return;
          if (retryInMs !== undefined) write(retryLine(retryInMs));
          controller.close();
          finish();
        },
      });
      if (life.isOver) leave();
      else life.leave = leave;
    },
    cancel() {
      if (!life.isOver) finish();
    },
  });
}

function retryLine(ms: number): string {
  return `retry: ${Math.round(ms)}\n\n`;
}

const keepAliveMs = 20_000;

/** The number of streams that may be open at the same time. */
const maxStreams = {
  /** For one client address: an office, a school, or a visitor's tabs. */
  perNetwork: 20,
  /** For the process: each costs memory and a socket. */
  inAll: 5000,
};

interface Opening {
  clientAddress: string;
  /** Identifies the stream for `restart`. */
  key: string;
  /** The latest end of the stream, in milliseconds since 1970. */
  endsAt: number;
  /** Aborted when the browser closes the connection. */
  signal: AbortSignal | undefined;
  /** Called once. It returns a function that is called when the stream has ended. */
  begin: (stream: EventStream) => () => void;
}

/** All open event streams of this process. */
export interface EventStreams {
  /** Returns the body of an answer; undefined if too many streams are open. */
  open(opening: Opening): ReadableStream<Uint8Array> | undefined;
  /** Ends the streams with this key: their browsers reconnect with their current cookies. */
  restart(key: string): void;
  /** Ends all streams and refuses new ones: browsers reconnect at different times, to another instance. */
  drain(): void;
  /** Returns the number of open streams. */
  count(): number;
}

interface StreamsOptions {
  clock: () => Date;
  /** Returns a number from 0 up to 1, without 1. */
  random?: () => number;
}

export function createEventStreams({ clock, random = Math.random }: StreamsOptions): EventStreams {
  const streams = new Map<EventStream, Opening>();
  const networks = createTally();
  let beating: NodeJS.Timeout | undefined;
  let isDraining = false;

  /** Browsers of streams that end together must not reconnect together. */
  const comeBackInMs = () => 1000 + random() * 4000;

  const limitsOf = ({ clientAddress }: Opening) =>
    clientLimits(clientAddress, "streams", maxStreams.perNetwork);

  function add(stream: EventStream, opening: Opening): void {
    streams.set(stream, opening);
    for (const { key } of limitsOf(opening)) networks.add(key, 1);
    beating ??= setInterval(beat, keepAliveMs).unref();
  }

  function remove(stream: EventStream, opening: Opening): void {
    streams.delete(stream);
    for (const { key } of limitsOf(opening)) networks.add(key, -1);
    if (streams.size > 0) return;
    clearInterval(beating);
    beating = undefined;
  }

  function beat(): void {
    const now = clock().getTime();
    for (const [stream, { endsAt }] of streams) {
      if (now < endsAt) stream.beat();
      else stream.end();
    }
  }

  return {
    open(opening) {
      if (streams.size >= maxStreams.inAll) return undefined;
      if (limitsOf(opening).some(({ key, limit }) => networks.count(key) >= limit)) return undefined;
      return openEventStream({
        signal: opening.signal,
        begin(stream) {
          add(stream, opening);
          const leave = isDraining ? undefined : opening.begin(stream);
          if (isDraining) stream.end(comeBackInMs());
          return () => {
            remove(stream, opening);
            leave?.();
          };
        },
      });
    },
    restart(key) {
      for (const [stream, opening] of streams) if (opening.key === key) stream.end();
    },
    count: () => streams.size,
    drain() {
      isDraining = true;
      for (const stream of streams.keys()) stream.end(comeBackInMs());
    },
  };
}

/** Counts by key. Keys with a count of 0 are not stored. */
function createTally() {
  const counts = new Map<string, number>();
  const count = (key: string) => counts.get(key) ?? 0;
  return {
    count,
    add(key: string, change: 1 | -1): void {
      const sum = count(key) + change;
      if (sum > 0) counts.set(key, sum);
      else counts.delete(key);
    },
  };
}
