import type { Outcome, Visit } from "./evaluate.server";

/** Where features come from: the file in the project, the service's features, or the service's own evaluation. */
export interface Source {
  /** Settled once it is known what serves, 5 s after the start at the latest. */
  ready: Promise<void>;
  /** Never waits; undefined while nothing is known, and the defaults serve. */
  outcomeFor(visit: Visit): Outcome | undefined;
  close(): void;
}
