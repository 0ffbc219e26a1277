const rateWindowMs = 60_000;

/**
 * The limits of error reports (docs/product/pages.md#errors-and-messages): the maximum number sent per minute, and the
 * maximum number that wait to be sent.
 */
export const reportLimits = { perMinute: 60, waiting: 100 };

interface RateLimitOptions<Item> {
  send: (item: Item) => void;
  /**
   * Called when an item is dropped because too many items wait. If several items in a row are dropped, it is called
   * only for the first.
   */
  onQueueFull: () => void;
  /** Reads a monotonic clock, in milliseconds. */
  now: () => number;
  schedule: (callback: () => void, ms: number) => void;
}

/**
 * Returns a function that sends at most 60 items in any minute. At most 100 further items wait to be sent; the rest is
 * dropped.
 */
export function createRateLimitedSender<Item>({
  send,
  onQueueFull,
  now,
  schedule,
}: RateLimitOptions<Item>): (item: Item) => void {
  let sentTimes: number[] = [];
  const waitingItems: Item[] = [];
  let isQueueFull = false;

  function canSendNow(): boolean {
    const time = now();
    sentTimes = sentTimes.filter((sentAt) => time - sentAt < rateWindowMs);
    return sentTimes.length < reportLimits.perMinute;
  }

  function sendNow(item: Item): void {
    sentTimes.push(now());
    send(item);
  }

  function sendWaitingItems(): void {
    isQueueFull = false;
    // Uses `splice` instead of `shift`, which returns undefined for an empty list: an item may be undefined, too.
    while (waitingItems.length > 0 && canSendNow())
      for (const item of waitingItems.splice(0, 1)) sendNow(item);
    if (waitingItems.length > 0) scheduleNext();
  }

  function scheduleNext(): void {
    const [firstTime = now()] = sentTimes;
    schedule(sendWaitingItems, rateWindowMs - (now() - firstTime));
  }

  return (item) => {
    if (waitingItems.length === 0 && canSendNow()) {
      sendNow(item);
      return;
    }
    if (waitingItems.length >= reportLimits.waiting) {
      if (!isQueueFull) onQueueFull();
      isQueueFull = true;
      return;
    }
    waitingItems.push(item);
    if (waitingItems.length === 1) scheduleNext();
  };
}

/**
 * Returns a function that returns true for its first `maxPerMinute` calls in each minute, and false for later calls.
 * The limit prevents clients from filling the log and the error reports.
 */
export function createRateLimiter(maxPerMinute: number): () => boolean {
  const currentMinute = { began: -Infinity, count: 0 };
  return () => {
    const now = performance.now();
    if (now - currentMinute.began >= rateWindowMs) Object.assign(currentMinute, { began: now, count: 0 });
    currentMinute.count += 1;
    return currentMinute.count <= maxPerMinute;
  };
}
