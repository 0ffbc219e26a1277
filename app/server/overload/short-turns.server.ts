/** The part of a turn of the event loop in which requests are begun, in milliseconds. */
const maxTurnMs = 10;
/** The maximum number of waiting requests that one turn begins. */
const maxBegun = 10;

type Begin = () => void | Promise<void>;

/**
 * Returns a function that begins a request: at once, or in a later turn of the event loop if this one has been busy with
 * others for 10 ms. Each turn accepts one new connection, so long turns would keep new visitors waiting in the kernel
 * (docs/decisions/overload.md).
 */
export function createShortTurns(
  now: () => number = () => performance.now(),
): (begin: Begin) => void | Promise<void> {
  const waiting: (() => void)[] = [];
  let startedAt: number | undefined;

  const hasTime = () => startedAt === undefined || now() - startedAt < maxTurnMs;

  function beginNext(): void {
    if (!hasTime()) return;
    startedAt ??= now();
    waiting.shift()?.();
  }

  function endTurn(): void {
    startedAt = undefined;
    if (waiting.length === 0) return;
    // Separate callbacks, since Node completes the promises of one before it calls the next.
    for (let count = 0; count < maxBegun; count += 1) setImmediate(beginNext);
    setImmediate(endTurn);
  }

  return (begin) => {
    if (waiting.length === 0 && hasTime()) {
      if (startedAt === undefined) setImmediate(endTurn);
      startedAt ??= now();
      return begin();
    }
    return new Promise((resolve, reject) => {
      waiting.push(() => {
        // An error of the synchronous part rejects, too.
        void (async () => begin())().then(resolve, reject);
      });
    });
  };
}
