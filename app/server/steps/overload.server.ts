import type { Overload } from "~/server/overload/overload.server";
import type { Step } from "~/server/exchange";

/** Refuses the request while the process cannot keep up. */
export function overloadGuard(overload: Overload): Step {
  return (exchange, next) => {
    if (overload.admits(exchange)) return next();
    overload.refuse(exchange);
  };
}
