import { choicesByFeature, type FeatureName } from "~/config/features-variable";
import { serializeVisitor } from "~/experiments/visitor-cookie";
import { createExperiment, type Features } from "./features-server";

/** Returns an experiment for each feature, with the feature's first choice as the default. */
export function createEveryFeature(): Features {
  const features = Object.entries(choicesByFeature).map(([name, choices]) => {
    const featureValues = choices.map((choice) =>
      choice === "true" ? true : choice === "false" ? false : choice,
    );
    return [
      name,
      createExperiment(name, featureValues, [1, ...featureValues.slice(1).map(() => 0)]),
    ] as const;
  });
  return Object.fromEntries(features);
}

/** Returns the cookies of a visitor with consent and this assigned variant. */
export function createCookiesWithAssignment(
  name: FeatureName,
  choice: string,
): { consent: string; visitor: string } {
  const choices: readonly string[] = choicesByFeature[name];
  const assigned = { [`${name}__0`]: String(choices.indexOf(choice)) };
  return {
    consent: "a1m0",
    visitor: serializeVisitor({ id: "0123456789abcdef", assignedVariations: assigned, values: {} }),
  };
}
