/** How long one turn of the event loop may start requests, in milliseconds. */
const maxTurnMs = 10;
/** The maximum number of waiting requests that one turn starts. */
const maxStarted = 10;

type StartRequest = () => void | Promise<void>;

/**
 * Returns a function that starts a request at once, or in a later turn of the event loop if this turn has been busy
 * with other requests for 10 ms. Each turn accepts one new connection, so long turns would keep new visitors waiting in
 * the kernel (docs/decisions/overload.md).
 */
export function createShortTurns(
  now: () => number = () => performance.now(),
): (start: StartRequest) => void | Promise<void> {
  const waiting: (() => void)[] = [];
  let startedAt: number | undefined;

  const hasTime = () => startedAt === undefined || now() - startedAt < maxTurnMs;

  function startNext(): void {
    if (!hasTime()) return;
    startedAt ??= now();
    waiting.shift()?.();
  }

  function endTurn(): void {
    startedAt = undefined;
    if (waiting.length === 0) return;
    // Uses separate callbacks, because Node runs the promise callbacks of one before it calls the next.
    for (let count = 0; count < maxStarted; count += 1) setImmediate(startNext);
    setImmediate(endTurn);
  }

  return (start) => {
    if (waiting.length === 0 && hasTime()) {
      if (startedAt === undefined) setImmediate(endTurn);
      startedAt ??= now();
      return start();
    }
    return new Promise((resolve, reject) => {
      waiting.push(() => {
        // The async function turns a synchronous error into a rejection.
        void (async () => start())().then(resolve, reject);
      });
    });
  };
}
