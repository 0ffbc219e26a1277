import type { PipelineStep } from "~/server/exchange";
import type { OverloadGuard } from "~/server/overload/overload.server";
import { createShortTurnRunner } from "~/server/overload/short-turns.server";

/**
 * Refuses requests while the process cannot keep up. Accepted requests are started in short turns of the event loop.
 */
export function createOverloadStep(overloadGuard: OverloadGuard): PipelineStep {
  const runInShortTurn = createShortTurnRunner();
  return (exchange, next) => {
    // Skips the request if its client disconnected while the request waited.
    if (overloadGuard.admits(exchange))
      return runInShortTurn(exchange.network, () => (exchange.res.closed ? undefined : next()));
    overloadGuard.refuse(exchange);
  };
}
