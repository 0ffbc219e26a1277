import type { EvaluatedFeatures, ExperimentVisit } from "./evaluate.server";
import type { Log } from "~/telemetry/log.server";

/** The part of the log that experiments use. */
export type ExperimentsLog = Pick<Log, "info" | "warn" | "error">;

/** A source of features: the file in the project, the service's features, or the service's evaluation. */
export interface Source {
  /** Resolves when the source is known, at most 5 s after the start. */
  ready: Promise<void>;
  /** Synchronous. Returns undefined before the source has loaded; the default features then apply. */
  outcomeFor(visit: ExperimentVisit): EvaluatedFeatures | undefined;
  close(): void;
}
