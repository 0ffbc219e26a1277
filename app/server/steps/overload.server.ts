import type { Overload } from "~/server/overload/overload.server";
import { createShortTurns } from "~/server/overload/short-turns.server";
import type { Step } from "~/server/exchange";

/** Refuses the request while the process cannot keep up. Admitted ones begin in short turns of the event loop. */
export function overloadGuard(overload: Overload): Step {
  const beginInShortTurn = createShortTurns();
  return (exchange, next) => {
    // A client that left while its request waited gets no work.
    if (overload.admits(exchange)) return beginInShortTurn(() => (exchange.res.closed ? undefined : next()));
    overload.refuse(exchange);
  };
}
