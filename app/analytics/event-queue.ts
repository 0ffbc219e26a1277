import type { AnalyticsEvent } from "./events";

export interface EventQueue {
  tell: (event: AnalyticsEvent) => void;
  /** What the visitor has chosen: what waited is sent in its order, or dropped, and so is what comes after. */
  decide: (given: boolean) => void;
}

/** Events wait until there is a choice (docs/product.md#consent-and-analytics). */
export function createQueue(send: (event: AnalyticsEvent) => void): EventQueue {
  let waiting: AnalyticsEvent[] = [];
  let given: boolean | undefined;

  return {
    tell(event) {
      if (given) send(event);
      else if (given === undefined) waiting.push(event);
    },
    decide(chosen) {
      given = chosen;
      const told = waiting;
      waiting = [];
      if (chosen) told.forEach(send);
    },
  };
}
