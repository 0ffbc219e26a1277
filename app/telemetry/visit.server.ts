import { newTale } from "./tale.server";

/** One request of a visitor, as far as log and reports have to know it. */
export interface Visit {
  /** The error id that its page shows. */
  correlationId: string;
  method?: string | undefined;
  /** The pattern of its URL, once it is known. */
  route?: string | undefined;
  /** What the visitor typed or brought along, and nobody else may read. */
  typed: () => Iterable<string>;
}

/** So many requests are remembered for an error that says nothing of where it comes from. */
const mostRemembered = 200;

/** The newest requests that brought something of their visitor along. */
export interface Visits {
  remember: (visit: Visit) => void;
  /** What any of them may have left in an error that belongs to none. */
  any: () => Visit;
}

export function createVisits(): Visits {
  const newest: Visit[] = [];
  let next = 0;
  return {
    remember(visit) {
      newest[next] = visit;
      next = (next + 1) % mostRemembered;
    },
    any: () => ({
      correlationId: newTale().correlationId,
      typed: () => newest.flatMap((visit) => [...visit.typed()]),
    }),
  };
}
