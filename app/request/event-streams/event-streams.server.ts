import { networkOf } from "~/request/limits/limit-keys.server";

/** A browser that lost its stream comes back after so long. */
const reconnectMs = 3000;
const encoder = new TextEncoder();

/** Server-sent events for one page (HTML, section 9.2). */
export interface EventStream {
  /** @param data one line, not empty: browsers drop an event without data */
  send(event: string, data: string): void;
  /** A comment, which keeps proxies from taking the stream for dead. */
  beat(): void;
  /** The browser comes back by itself, if its page does not close. @param retryInMs 3 s if not given */
  end(retryInMs?: number): void;
}

/** The body of an answer, open until it is ended or its reader goes. */
function openEventStream({ signal, begin }: Pick<Opening, "signal" | "begin">): ReadableStream<Uint8Array> {
  const life: { isOver: boolean; leave?: () => void; gone?: () => void } = { isOver: false };

  function over(): void {
    life.isOver = true;
    if (life.gone) signal?.removeEventListener("abort", life.gone);
    life.leave?.();
  }

  return new ReadableStream<Uint8Array>({
    start(controller) {
      // An event that has been does not come again.
      if (signal?.aborted) {
        controller.close();
        return;
      }
      const write = (text: string) => {
        if (!life.isOver) controller.enqueue(encoder.encode(text));
      };
      // The head goes out with the first bytes.
      write(retryLine(reconnectMs));
      life.gone = () => {
        controller.close();
        over();
      };
      signal?.addEventListener("abort", life.gone, { once: true });
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
          over();
        },
      });
      if (life.isOver) leave();
      else life.leave = leave;
    },
    cancel() {
      if (!life.isOver) over();
    },
  });
}

function retryLine(ms: number): string {
  return `retry: ${Math.round(ms)}\n\n`;
}

const keepAliveMs = 20_000;

/** How many streams may be open at a time. */
const maxStreams = {
  /** Of one client address: an office's or a school's, a visitor's own tabs. */
  perNetwork: 20,
  /** Of a process: each costs memory and a socket. */
  inAll: 5000,
};

interface Opening {
  clientAddress: string;
  /** The key that `restart` finds it by. */
  key: string;
  /** When it ends at the latest, in milliseconds since 1970. */
  endsAt: number;
  /** Aborted when the browser has gone. */
  signal: AbortSignal | undefined;
  /** Called once; what it returns is called when the stream has ended. */
  begin: (stream: EventStream) => () => void;
}

/** All open event streams of this process. */
export interface EventStreams {
  /** The body of an answer; undefined when too many are open. */
  open(opening: Opening): ReadableStream<Uint8Array> | undefined;
  /** Ends those with this key: their browsers come back with the cookies that they then have. */
  restart(key: string): void;
  /** Ends them all, and every later one at once: browsers come back a little later each, to another instance. */
  drain(): void;
  /** How many are open. */
  count(): number;
}

interface StreamsOptions {
  clock: () => Date;
  /** From 0 to 1, 1 excluded. */
  random?: () => number;
}

export function createEventStreams({ clock, random = Math.random }: StreamsOptions): EventStreams {
  const streams = new Map<EventStream, Opening>();
  const networks = createTally();
  let beating: NodeJS.Timeout | undefined;
  let isDraining = false;

  /** Browsers that were sent away together do not come back together. */
  const comeBackInMs = () => 1000 + random() * 4000;

  function add(stream: EventStream, opening: Opening): void {
    streams.set(stream, opening);
    networks.add(networkOf(opening.clientAddress), 1);
    beating ??= setInterval(beat, keepAliveMs).unref();
  }

  function remove(stream: EventStream, opening: Opening): void {
    streams.delete(stream);
    networks.add(networkOf(opening.clientAddress), -1);
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
      const ofNetwork = networks.count(networkOf(opening.clientAddress));
      if (streams.size >= maxStreams.inAll || ofNetwork >= maxStreams.perNetwork) return undefined;
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

/** How many there are of each key; a key without any costs nothing. */
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
