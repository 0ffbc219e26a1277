import {
  openLiveConnection,
  type LiveConnection,
  type LiveListener,
  type LiveRequest,
} from "./live-connection.server";

/** Fatal close codes (docs/acq-protocol.md#live); every other one is tried again, 4408 and 4504 among them. */
const fatalCodes = new Set([4500, 4005, 4400, 4004, 4401, 4403, 4406, 4409, 4429]);
const mostRetries = 5;
const restMs = 60_000;
/** A connection that acq spoke on for so long was a good one: the next loss is a first one. */
const steadyMs = 10_000;

export interface LiveLinkSettings {
  /** ws: or wss:, as of now */
  url: () => string;
  log: { warn(facts: object, text: string): void };
  /** From 0 to 1, 1 excluded. */
  random?: () => number;
  clock?: LinkClock;
  /** How long the connection outlives its last request, in milliseconds. */
  lingerMs?: number;
}

export interface LinkClock {
  /** In milliseconds, never going back. */
  now(): number;
  /** @returns what takes the work back */
  after(ms: number, work: () => void): () => void;
}

/** All that this process asks acq to be told of, over one connection. */
export interface LiveLink {
  /**
   * Lasts over losses of the connection: the request is made anew each time.
   *
   * @returns what ends it, or undefined while acq takes no followers
   */
  subscribe(request: LiveRequest, listener: LiveListener): (() => void) | undefined;
  close(): void;
}

interface Subscription {
  request: LiveRequest;
  listener: LiveListener;
  /** Undefined while there is no connection. */
  leave: (() => void) | undefined;
}

/**
 * One connection to acq, open as long as somebody follows and a little longer. When it is lost it is opened again, five
 * times at most (docs/acq-protocol.md#live). After a fatal code it rests for a minute. Never throws.
 */
export function createLiveLink(settings: LiveLinkSettings): LiveLink {
  const { url, log, random = Math.random, clock = processClock, lingerMs = 5000 } = settings;
  const subscriptions = new Set<Subscription>();
  let connection: LiveConnection | undefined;
  let connectedAt = 0;
  let hasSpoken = false;
  let retries = 0;
  let restsUntil = Number.NEGATIVE_INFINITY;
  let cancelRetry: (() => void) | undefined;

  function connect(): void {
    cancelRetry = undefined;
    connectedAt = clock.now();
    hasSpoken = false;
    connection = openLiveConnection({ url: url(), lingerMs, onEnd: lost });
    for (const subscription of subscriptions) join(subscription, connection);
  }

  function join(subscription: Subscription, to: LiveConnection): void {
    subscription.leave = to.subscribe(subscription.request, {
      next(payload) {
        hasSpoken = true;
        subscription.listener.next(payload);
      },
      ended() {
        if (subscriptions.delete(subscription)) subscription.listener.ended();
      },
    });
  }

  function lost(code: number): void {
    connection = undefined;
    for (const subscription of subscriptions) subscription.leave = undefined;
    const isFatal = fatalCodes.has(code);
    if (isFatal) restsUntil = clock.now() + restMs;
    if (!isFatal && subscriptions.size === 0) return;
    if (hasSpoken && clock.now() - connectedAt >= steadyMs) retries = 0;
    if (isFatal || retries === mostRetries) {
      log.warn({ code, retries }, "acq: the live connection has ended");
      giveUp();
      return;
    }
    const retryInMs = Math.round(1000 * 2 ** retries + 300 + random() * 2700);
    retries += 1;
    log.warn({ code, retryInMs }, "acq: the live connection is lost");
    cancelRetry = clock.after(retryInMs, connect);
  }

  function giveUp(): void {
    retries = 0;
    const all = [...subscriptions];
    subscriptions.clear();
    for (const { listener } of all) listener.ended();
  }

  function leave(subscription: Subscription): void {
    if (!subscriptions.delete(subscription)) return;
    subscription.leave?.();
    if (subscriptions.size > 0) return;
    cancelRetry?.();
    cancelRetry = undefined;
    retries = 0;
  }

  return {
    subscribe(request, listener) {
      if (clock.now() < restsUntil) return undefined;
      const subscription: Subscription = { request, listener, leave: undefined };
      subscriptions.add(subscription);
      if (connection) join(subscription, connection);
      else if (!cancelRetry) connect();
      return () => {
        leave(subscription);
      };
    },
    close() {
      cancelRetry?.();
      cancelRetry = undefined;
      subscriptions.clear();
      connection?.close();
      connection = undefined;
    },
  };
}

const processClock: LinkClock = {
  now: () => performance.now(),
  after(ms, work) {
    const timer = setTimeout(work, ms);
    return () => {
      clearTimeout(timer);
    };
  },
};
