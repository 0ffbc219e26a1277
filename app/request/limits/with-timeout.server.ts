/**
 * Waits for a reply of Redis. A reply that has arrived at the time limit but was not yet read still counts: this
 * process itself may be slow.
 *
 * @throws an error if no reply has arrived in time
 */
export function withTimeout<Value>(command: Promise<Value>, timeoutMs: number): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      setImmediate(() => {
        reject(new Error("TIMEOUT"));
      });
    }, timeoutMs);
    command.then(resolve, reject).finally(() => {
      clearTimeout(timer);
    });
  });
}
