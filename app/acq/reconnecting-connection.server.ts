import {
  openLiveConnection,
  type LiveConnection,
  type LiveListener,
  type LiveRequest,
} from "./live-connection.server";

/**
 * WebSocket close codes after which the connection to acq pauses (docs/develop/acq-protocol.md#live). After any other
 * code, including 4408 and 4504, it is opened again.
 */
const fatalCloseCodes = new Set([4500, 4005, 4400, 4004, 4401, 4403, 4406, 4409, 4429]);
const maxRetries = 5;
const fatalErrorPauseMs = 60_000;
/** How long a connection to acq must have worked, in milliseconds, to reset the count of retries. */
const stableConnectionMs = 10_000;

interface ReconnectSettings {
  /** Returns the current URL of acq's subscriptions, with the scheme ws: or wss:. */
  url: () => string;
  log: { warn(fields: object, text: string): void };
  /** Returns a random number from 0 (inclusive) to 1 (exclusive). */
  random?: () => number;
  clock?: ReconnectClock;
  /** How long the connection to acq stays open after its last subscription has ended, in milliseconds. */
  idleTimeoutMs?: number;
}

interface ReconnectClock {
  /** A monotonic clock, in milliseconds. */
  now(): number;
  /** @returns a function that cancels the scheduled call */
  scheduleCall(ms: number, callback: () => void): () => void;
}

/** All subscriptions of this process to acq. They share one connection. */
export interface ReconnectingConnection {
  /**
   * Subscribes, and sends the request again after each loss of the connection.
   *
   * @returns a function that ends the subscription; undefined while acq accepts no subscriptions
   */
  subscribe(request: LiveRequest, listener: LiveListener): (() => void) | undefined;
  close(): void;
}

interface LiveSubscription {
  request: LiveRequest;
  listener: LiveListener;
  /** Ends the subscription on the current connection; undefined without a connection. */
  unsubscribe: (() => void) | undefined;
}

/**
 * Creates a connection to acq that is open while there are subscriptions, and a little longer. A lost connection is
 * opened again, at most five times (docs/develop/acq-protocol.md#live). After a fatal close code it pauses for a
 * minute.
 */
export function createReconnectingConnection(settings: ReconnectSettings): ReconnectingConnection {
  const { url, log, random = Math.random, clock = processClock, idleTimeoutMs = 5000 } = settings;
  const subscriptions = new Set<LiveSubscription>();
  const retryTracker = createRetryTracker({ clock, random });
  let connection: LiveConnection | undefined;
  let pausedUntil = Number.NEGATIVE_INFINITY;

  function connect(): void {
    retryTracker.recordConnecting();
    connection = openLiveConnection({ url: url(), idleTimeoutMs, onClosed: handleConnectionLoss });
    for (const subscription of subscriptions)
      sendRequest(subscription, { connection, subscriptions, retryTracker });
  }

  function handleConnectionLoss(closeCode: number): void {
    connection = undefined;
    for (const subscription of subscriptions) subscription.unsubscribe = undefined;
    const isFatal = fatalCloseCodes.has(closeCode);
    if (isFatal) pausedUntil = clock.now() + fatalErrorPauseMs;
    if (!isFatal && subscriptions.size === 0) return;
    const retryCount = retryTracker.count();
    if (isFatal || retryCount === maxRetries) {
      log.warn(
        { code: closeCode, retries: retryCount },
        "acq: the WebSocket connection has failed: open pages get no more events, and the next page opens a new connection",
      );
      retryTracker.reset();
      endSubscriptions(subscriptions);
      return;
    }
    const retryInMs = retryTracker.schedule(connect);
    log.warn({ code: closeCode, retryInMs }, "acq: the WebSocket connection is lost and will be retried");
  }

  function removeSubscription(subscription: LiveSubscription): void {
    if (!subscriptions.delete(subscription)) return;
    subscription.unsubscribe?.();
    if (subscriptions.size === 0) retryTracker.reset();
  }

  return {
    subscribe(request, listener) {
      if (clock.now() < pausedUntil) return undefined;
      const subscription: LiveSubscription = { request, listener, unsubscribe: undefined };
      subscriptions.add(subscription);
      if (connection) sendRequest(subscription, { connection, subscriptions, retryTracker });
      else if (!retryTracker.isPending()) connect();
      return () => {
        removeSubscription(subscription);
      };
    },
    close() {
      retryTracker.reset();
      subscriptions.clear();
      connection?.close();
      connection = undefined;
    },
  };
}

interface ReconnectingState {
  connection: LiveConnection;
  /** The current subscriptions. A subscription that acq ends is removed. */
  subscriptions: Set<LiveSubscription>;
  retryTracker: Pick<RetryTracker, "recordMessage">;
}

/** Sends a subscription's request over a connection. */
function sendRequest(
  subscription: LiveSubscription,
  { connection, subscriptions, retryTracker }: ReconnectingState,
): void {
  const { request, listener } = subscription;
  subscription.unsubscribe = connection.subscribe(request, {
    next(payload) {
      retryTracker.recordMessage();
      listener.next(payload);
    },
    onEnd() {
      if (subscriptions.delete(subscription)) listener.onEnd();
    },
  });
}

function endSubscriptions(subscriptions: Set<LiveSubscription>): void {
  const endedSubscriptions = [...subscriptions];
  subscriptions.clear();
  for (const { listener } of endedSubscriptions) listener.onEnd();
}

type RetryTracker = ReturnType<typeof createRetryTracker>;

/**
 * Counts retries of a lost connection and schedules the next retry. A connection that stays up long enough resets the
 * count.
 */
function createRetryTracker({ clock, random }: { clock: ReconnectClock; random: () => number }) {
  let retryCount = 0;
  let connectedAt = 0;
  let hasReceivedMessage = false;
  let cancelRetry: (() => void) | undefined;

  function computeRetryCount(): number {
    const wasStable = hasReceivedMessage && clock.now() - connectedAt >= stableConnectionMs;
    return wasStable ? 0 : retryCount;
  }

  return {
    count: computeRetryCount,
    isPending: () => cancelRetry !== undefined,
    recordConnecting() {
      cancelRetry = undefined;
      connectedAt = clock.now();
      hasReceivedMessage = false;
    },
    recordMessage() {
      hasReceivedMessage = true;
    },
    /**
     * Schedules a retry.
     *
     * @returns the delay in milliseconds
     */
    schedule(connect: () => void): number {
      const previousRetryCount = computeRetryCount();
      const retryDelayMs = Math.round(1000 * 2 ** previousRetryCount + 300 + random() * 2700);
      retryCount = previousRetryCount + 1;
      cancelRetry = clock.scheduleCall(retryDelayMs, connect);
      return retryDelayMs;
    },
    reset() {
      cancelRetry?.();
      cancelRetry = undefined;
      retryCount = 0;
    },
  };
}

const processClock: ReconnectClock = {
  now: () => performance.now(),
  scheduleCall(ms, callback) {
    const timer = setTimeout(callback, ms);
    return () => {
      clearTimeout(timer);
    };
  },
};
