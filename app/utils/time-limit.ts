/**
 * Waits for a promise at most some milliseconds. The timer does not keep the process running.
 *
 * @returns undefined if the time is over
 */
export async function waitAtMost<Value>(
  promise: Promise<Value>,
  timeoutMs: number,
): Promise<Value | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, timeoutMs, undefined);
    timer.unref();
  });
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    // Stops the timer, which would otherwise keep the whole request in memory.
    clearTimeout(timer);
  }
}
