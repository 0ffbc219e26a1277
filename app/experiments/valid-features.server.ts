import {
  featureChoices,
  featureNames,
  featuresSchema,
  type FeatureName,
  type Features,
} from "~/config/features-variable";
import type { Tell } from "./logger";

const most = 1000;

export interface FeaturesReader {
  read: (values: ReadonlyMap<FeatureName, unknown>) => Features;
  /** For what could not be evaluated at all. */
  fail: (name: FeatureName, error: unknown) => void;
}

/**
 * Features out of what somebody else says of them: an unknown value counts as the default, and is logged once. The same
 * features are the same object, so that what is known of them can be found by it.
 */
export function featuresReader(defaults: Features, log: Tell): FeaturesReader {
  const known = new Map<string, Features>();
  const told = { unknown: new Set<FeatureName>(), failed: new Set<FeatureName>() };

  function wordFor(name: FeatureName, value: unknown): string {
    const choices: readonly string[] = featureChoices[name];
    if (value === undefined) return String(defaults[name]);
    const word = typeof value === "string" || typeof value === "boolean" ? String(value) : undefined;
    if (word !== undefined && choices.includes(word)) return word;
    if (!told.unknown.has(name))
      log.warn({ feature: name }, "a feature has a value that is not known here: its default serves");
    told.unknown.add(name);
    return String(defaults[name]);
  }

  return {
    read(values) {
      const words = featureNames.map((name) => [name, wordFor(name, values.get(name))] as const);
      const key = words.join(" ");
      const features = known.get(key) ?? featuresSchema.parse(Object.fromEntries(words));
      if (known.size >= most) known.clear();
      known.set(key, features);
      return features;
    },
    fail(name, error) {
      if (!told.failed.has(name))
        log.warn({ feature: name, err: error }, "a feature could not be evaluated: its default serves");
      told.failed.add(name);
    },
  };
}
