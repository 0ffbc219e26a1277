import type { EvaluatedFeatures, ExperimentVisit } from "./evaluate.server";
import type { Log } from "~/telemetry/log.server";

/** The log functions that experiments use. */
export type ExperimentsLog = Pick<Log, "info" | "warn" | "error">;

/**
 * A source of features: the project's features file, feature definitions from the service, or values that the service
 * has evaluated.
 */
export interface FeatureSource {
  /** Resolves when the features are loaded, or when loading has failed, at most 5 s after the start. */
  ready: Promise<void>;
  /** Synchronous. Returns undefined before the source has loaded; the default features then apply. */
  evaluateVisit(visit: ExperimentVisit): EvaluatedFeatures | undefined;
  close(): void;
}
