/** The calls that the process waits for. */
export interface OpenCalls {
  /**
   * Begins one.
   *
   * @param operation - GraphQL's name of it
   * @param gone - ends it too
   * @returns a signal that ends it after so many milliseconds, and what to call when it is over; undefined if too many
   * calls are open
   */
  begin(
    operation: string,
    timeoutMs: number,
    gone?: AbortSignal,
  ): { end: AbortSignal; over: () => void } | undefined;
  /**
   * Ends all calls, and every later one at once: their visitors get a page while the process can still send one.
   *
   * @returns how many were open
   */
  endAll(): number;
}

interface OpenCallsOptions {
  /** Open at the same time. */
  maxCalls?: number;
  /** Likewise, of single operations. */
  maxByOperation?: Readonly<Record<string, number>>;
}

export function createOpenCalls({
  maxCalls = Infinity,
  maxByOperation = {},
}: OpenCallsOptions = {}): OpenCalls {
  /** The calls with their operations. */
  const open = new Map<AbortController, string>();
  const countOf = (operation: string) => [...open.values()].filter((name) => name === operation).length;
  let isClosed = false;
  return {
    begin(operation, timeoutMs, gone) {
      if (open.size >= maxCalls) return undefined;
      const max = maxByOperation[operation];
      if (max !== undefined && countOf(operation) >= max) return undefined;
      const call = new AbortController();
      const abort = () => {
        call.abort();
      };
      const timer = setTimeout(abort, timeoutMs).unref();
      open.set(call, operation);
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
      for (const call of open.keys()) call.abort();
      return open.size;
    },
  };
}
