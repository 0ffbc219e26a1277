import { networkOf } from "../limits/client-network.server";
import { openEventStream, type EventStream } from "./event-stream.server";

const beatMs = 20_000;

/** How many streams may be open at a time. */
const most = {
  /** Of one client address: an office's or a school's, a visitor's own tabs. */
  perNetwork: 20,
  /** Of a process: each costs memory and a socket. */
  inAll: 5000,
};

interface Opening {
  clientAddress: string;
  /** What `restart` finds it by. */
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
  const perNetwork = new Map<string, number>();
  let beating: NodeJS.Timeout | undefined;
  let isDraining = false;

  /** Browsers that were sent away together do not come back together. */
  const comeBackInMs = () => 1000 + random() * 4000;

  function count(network: string, change: 1 | -1): void {
    const open = (perNetwork.get(network) ?? 0) + change;
    if (open > 0) perNetwork.set(network, open);
    else perNetwork.delete(network);
  }

  function keep(stream: EventStream, opening: Opening): void {
    streams.set(stream, opening);
    count(networkOf(opening.clientAddress), 1);
    beating ??= setInterval(beat, beatMs).unref();
  }

  function forget(stream: EventStream, opening: Opening): void {
    streams.delete(stream);
    count(networkOf(opening.clientAddress), -1);
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
      const ofNetwork = perNetwork.get(networkOf(opening.clientAddress)) ?? 0;
      if (streams.size >= most.inAll || ofNetwork >= most.perNetwork) return undefined;
      return openEventStream({
        signal: opening.signal,
        begin(stream) {
          keep(stream, opening);
          const leave = isDraining ? undefined : opening.begin(stream);
          if (isDraining) stream.end(comeBackInMs());
          return () => {
            forget(stream, opening);
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
