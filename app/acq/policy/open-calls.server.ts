/** The calls that the process waits for. */
export interface OpenCalls {
  /**
   * Begins one.
   *
   * @returns a signal that ends it after so many milliseconds, and what to call when it is over
   */
  begin(timeoutMs: number): { deadline: AbortSignal; over: () => void };
  /** Ends them all, and every later one at once: their visitors are told, while there still is a process to do it. */
  endAll(): void;
}

export function createOpenCalls(): OpenCalls {
  const open = new Set<AbortController>();
  let isClosed = false;
  return {
    begin(timeoutMs) {
      const call = new AbortController();
      const timer = setTimeout(() => {
        call.abort();
      }, timeoutMs).unref();
      open.add(call);
      if (isClosed) call.abort();
      return {
        deadline: call.signal,
        over() {
          clearTimeout(timer);
          open.delete(call);
        },
      };
    },
    endAll() {
      isClosed = true;
      for (const call of open) call.abort();
    },
  };
}
