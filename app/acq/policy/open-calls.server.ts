/** The calls that the process waits for. */
export interface OpenCalls {
  /**
   * Begins one.
   *
   * @param gone ends it too
   * @returns a signal that ends it after so many milliseconds, and what to call when it is over; undefined if too many
   * calls are open
   */
  begin(timeoutMs: number, gone?: AbortSignal): { end: AbortSignal; over: () => void } | undefined;
  /**
   * Ends all calls, and every later one at once: their visitors get a page while the process can still send one.
   *
   * @returns how many were open
   */
  endAll(): number;
}

/** @param maxCalls - open at the same time */
export function createOpenCalls(maxCalls = Infinity): OpenCalls {
  const open = new Set<AbortController>();
  let isClosed = false;
  return {
    begin(timeoutMs, gone) {
      if (open.size >= maxCalls) return undefined;
      const call = new AbortController();
      const abort = () => {
        call.abort();
      };
      const timer = setTimeout(abort, timeoutMs).unref();
      open.add(call);
      if (isClosed || gone?.aborted) abort();
      // AbortSignal.any would take longer than all the rest of this.
      gone?.addEventListener("abort", abort);
      return {
        end: call.signal,
        over() {
          clearTimeout(timer);
          gone?.removeEventListener("abort", abort);
          open.delete(call);
        },
      };
    },
    endAll() {
      isClosed = true;
      for (const call of open) call.abort();
      return open.size;
    },
  };
}
