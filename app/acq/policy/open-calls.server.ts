/** A call that the process waits for. */
export interface OpenCall {
  /** GraphQL's name of it. */
  operation: string;
  /** The address of the client that it is made for. */
  client: string;
}

/** The calls that the process waits for. */
export interface OpenCalls {
  /**
   * Begins one.
   *
   * @param gone - ends it too
   * @returns a signal that ends it after so many milliseconds, and what to call when it is over; undefined if too many
   * calls are open
   */
  begin(
    call: OpenCall,
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
  /** The share of one client once two thirds of all calls are taken. */
  maxByClient?: number;
}

export function createOpenCalls(options: OpenCallsOptions = {}): OpenCalls {
  const { maxCalls = Infinity, maxByOperation = {}, maxByClient = Infinity } = options;
  const open = new Map<AbortController, OpenCall>();
  let isClosed = false;

  const count = (isCounted: (call: OpenCall) => boolean) => [...open.values()].filter(isCounted).length;

  function hasRoom({ operation, client }: OpenCall): boolean {
    if (open.size >= maxCalls) return false;
    const max = maxByOperation[operation];
    if (max !== undefined && count((call) => call.operation === operation) >= max) return false;
    const isCrowded = open.size >= (maxCalls * 2) / 3;
    return !isCrowded || count((call) => call.client === client) < maxByClient;
  }

  return {
    begin(call, timeoutMs, gone) {
      if (!hasRoom(call)) return undefined;
      const controller = new AbortController();
      const abort = () => {
        controller.abort();
      };
      const timer = setTimeout(abort, timeoutMs).unref();
      open.set(controller, call);
      if (isClosed || gone?.aborted) abort();
      // AbortSignal.any would take longer than all the rest of this.
      gone?.addEventListener("abort", abort);
      return {
        end: controller.signal,
        over() {
          clearTimeout(timer);
          gone?.removeEventListener("abort", abort);
          open.delete(controller);
        },
      };
    },
    endAll() {
      isClosed = true;
      for (const controller of open.keys()) controller.abort();
      return open.size;
    },
  };
}
