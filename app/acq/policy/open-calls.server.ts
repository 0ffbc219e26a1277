/** A call to acq that waits for its response. */
interface OpenCall {
  /** The name of the GraphQL operation. */
  operation: string;
  /** The visitor's network, as in `AcqCaller.clientNetwork`: calls are limited per network. */
  network: string;
}

/** The calls to acq that wait for a response. */
export interface OpenCalls {
  /**
   * Begins a call to acq, which is aborted after the timeout.
   *
   * @param clientSignal - aborts the call when the visitor disconnects
   * @returns a signal that aborts the call, and a function to call when the call is complete; undefined if too many
   *   calls are open
   */
  begin(
    call: OpenCall,
    timeoutMs: number,
    clientSignal?: AbortSignal,
  ): { signal: AbortSignal; finish: () => void } | undefined;
  /**
   * Aborts all open calls to acq, and each later call as soon as it begins. Before the process exits, the visitors thus
   * still get a page, but without acq's data.
   *
   * @returns the number of calls that were open
   */
  abortAll(): number;
}

interface OpenCallsOptions {
  /** The maximum number of calls to acq that are open at the same time. */
  maxCalls?: number;
  /** The maximum number of open calls per GraphQL operation, by its name. */
  maxCallsByOperation?: Readonly<Record<string, number>>;
}

/**
 * The divisors for the number of open calls that one client may have: the free calls divided by `plenty`, or by
 * `scarce` once half of all calls are open. One client thus gets at most a third of all calls, and twenty clients leave
 * some free.
 */
const clientLimitDivisors = { plenty: 2, scarce: 6 };

/**
 * Limits the number of calls that wait for acq, in total and for one client. Below the total limit, a client without an
 * open call may always begin one (docs/develop/acq-protocol.md#deadline-and-repetition).
 */
export function createOpenCalls(options: OpenCallsOptions = {}): OpenCalls {
  const { maxCalls = Infinity, maxCallsByOperation = {} } = options;
  const openCalls = new Map<AbortController, OpenCall>();
  let isClosed = false;

  /**
   * Returns true if a client may begin another call.
   *
   * @param callLimit - the maximum number of open calls, in total or of one operation
   * @param countedCalls - the open calls that count towards this maximum
   */
  function isBelowClientLimit(
    network: string,
    callLimit: number,
    countedCalls: readonly OpenCall[],
  ): boolean {
    const freeCallCount = callLimit - countedCalls.length;
    const divisor = freeCallCount > callLimit / 2 ? clientLimitDivisors.plenty : clientLimitDivisors.scarce;
    return (
      freeCallCount > 0 &&
      countedCalls.filter((call) => call.network === network).length < freeCallCount / divisor
    );
  }

  function canBeginCall({ operation, network }: OpenCall): boolean {
    const calls = [...openCalls.values()];
    const callsOfOperation = calls.filter((call) => call.operation === operation);
    return (
      isBelowClientLimit(network, maxCalls, calls) &&
      isBelowClientLimit(network, maxCallsByOperation[operation] ?? Infinity, callsOfOperation)
    );
  }

  return {
    begin(call, timeoutMs, clientSignal) {
      if (!canBeginCall(call)) return undefined;
      const controller = new AbortController();
      const abort = () => {
        controller.abort();
      };
      const timer = setTimeout(abort, timeoutMs).unref();
      openCalls.set(controller, call);
      if (isClosed || clientSignal?.aborted) abort();
      // Does not use AbortSignal.any, which would take longer than the rest of this function.
      clientSignal?.addEventListener("abort", abort);
      return {
        signal: controller.signal,
        finish() {
          clearTimeout(timer);
          clientSignal?.removeEventListener("abort", abort);
          openCalls.delete(controller);
        },
      };
    },
    abortAll() {
      isClosed = true;
      for (const controller of openCalls.keys()) controller.abort();
      return openCalls.size;
    },
  };
}
