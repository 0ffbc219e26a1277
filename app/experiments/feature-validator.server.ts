import { LRUCache } from "lru-cache";
import {
  choicesByFeature,
  type FeatureName,
  featureNames,
  type Features,
  featuresSchema,
} from "~/config/features-variable";
import type { Log } from "~/telemetry/log.server";

const maxCachedResults = 1000;

type FeatureChoice = [FeatureName, string];

export interface FeatureValidator {
  validateFeatures: (values: ReadonlyMap<FeatureName, unknown>) => Features;
  /** Logs a feature that could not be evaluated. */
  logEvaluationFailure: (name: FeatureName, error: unknown) => void;
}

/**
 * Returns a validator of features. An unknown value is logged once and replaced by the default. For equal
 * features the validator returns the same object, because caches use the object as a key.
 */
export function createFeatureValidator(defaults: Features, log: Pick<Log, "warn">): FeatureValidator {
  const cache = new LRUCache<string, Features, readonly FeatureChoice[]>({
    max: maxCachedResults,
    memoMethod: (_key, _stale, { context }) => featuresSchema.parse(Object.fromEntries(context)),
  });
  const warnedFeatures = { unknown: new Set<FeatureName>(), failed: new Set<FeatureName>() };

  function selectValidChoice(name: FeatureName, value: unknown): string {
    const choices: readonly string[] = choicesByFeature[name];
    if (value === undefined) return String(defaults[name]);
    const choice = typeof value === "string" || typeof value === "boolean" ? String(value) : undefined;
    if (choice !== undefined && choices.includes(choice)) return choice;
    if (!warnedFeatures.unknown.has(name))
      log.warn({ feature: name }, "a feature has an unknown value: its default is used");
    warnedFeatures.unknown.add(name);
    return String(defaults[name]);
  }

  return {
    validateFeatures(values) {
      const choices = featureNames.map((name): FeatureChoice => [
        name,
        selectValidChoice(name, values.get(name)),
      ]);
      return cache.memo(choices.join(" "), { context: choices });
    },
    logEvaluationFailure(name, error) {
      if (!warnedFeatures.failed.has(name))
        log.warn({ feature: name, err: error }, "a feature could not be evaluated: its default is used");
      warnedFeatures.failed.add(name);
    },
  };
}
