import type { EvaluatedFeatures, ExperimentVisit } from "./evaluate.server";
import type { Log } from "~/telemetry/log.server";

/** As much of the log as is needed here. */
export type ExperimentsLog = Pick<Log, "info" | "warn" | "error">;

/** Where features come from: the file in the project, the service's features, or the service's own evaluation. */
export interface Source {
  /** Settled once it is known what serves, 5 s after the start at the latest. */
  ready: Promise<void>;
  /** Never waits; undefined while nothing is known, and the defaults serve. */
  outcomeFor(visit: ExperimentVisit): EvaluatedFeatures | undefined;
  close(): void;
}
