const paceWindowMs = 60_000;

/** How much is sent (docs/product.md#errors-and-messages). */
export const limits = { perMinute: 60, waiting: 100 };

export interface PaceOptions<Item> {
  send: (item: Item) => void;
  /** Told of the first one of a row for which there is no room. */
  onFull: () => void;
  /** Milliseconds of a clock that never goes back. */
  now: () => number;
  later: (run: () => void, ms: number) => void;
}

/** Sends 60 items in any minute; further ones wait, 100 at the most, and what comes then is dropped. */
export function paced<Item>({ send, onFull, now, later }: PaceOptions<Item>): (item: Item) => void {
  let sent: number[] = [];
  const waiting: Item[] = [];
  let isFull = false;

  function hasRoom(): boolean {
    const time = now();
    sent = sent.filter((at) => time - at < paceWindowMs);
    return sent.length < limits.perMinute;
  }

  function sendNow(item: Item): void {
    sent.push(now());
    send(item);
  }

  function goOn(): void {
    isFull = false;
    // An item may be anything, undefined too.
    while (waiting.length > 0 && hasRoom()) for (const item of waiting.splice(0, 1)) sendNow(item);
    if (waiting.length > 0) wait();
  }

  function wait(): void {
    const [first = now()] = sent;
    later(goOn, paceWindowMs - (now() - first));
  }

  return (item) => {
    if (waiting.length === 0 && hasRoom()) {
      sendNow(item);
      return;
    }
    if (waiting.length >= limits.waiting) {
      if (!isFull) onFull();
      isFull = true;
      return;
    }
    waiting.push(item);
    if (waiting.length === 1) wait();
  };
}
