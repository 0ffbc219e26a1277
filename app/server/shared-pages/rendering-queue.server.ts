interface QueueLimits {
  /** The maximum number of renderings that run at the same time. */
  renderings: number;
  /** The maximum number of renderings that wait in the queue. */
  waiting: number;
}

/**
 * Creates a queue that runs a few renderings at a time. After each rendering the event loop reads new requests, so that
 * probes and cached pages do not wait for the queue.
 *
 * @returns a function that queues a rendering; it returns undefined if too many renderings are queued
 */
export function createRenderingQueue(
  limits: QueueLimits,
): <Page>(render: () => Promise<Page>) => Promise<Page> | undefined {
  const waiting: (() => void)[] = [];
  let running = 0;

  function startNext(): void {
    setImmediate(() => {
      const start = waiting.shift();
      if (start) start();
      else running -= 1;
    });
  }

  return (render) => {
    if (running >= limits.renderings && waiting.length >= limits.waiting) return undefined;
    return new Promise((resolve, reject) => {
      const start = () => {
        void render().then(resolve, reject).finally(startNext);
      };
      if (running >= limits.renderings) {
        waiting.push(start);
        return;
      }
      running += 1;
      start();
    });
  };
}
