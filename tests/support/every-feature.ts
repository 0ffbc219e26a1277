import { featureChoices, type FeatureName } from "~/config/features-variable";
import { visitorText } from "~/experiments/visitor-cookie";
import { experiment, type Features } from "./features-server";

/** An experiment with each feature that there is; the first choice is what everybody is given. */
export function everyFeature(): Features {
  const features = Object.entries(featureChoices).map(([name, choices]) => {
    const values = choices.map((choice) => (choice === "true" ? true : choice === "false" ? false : choice));
    return [name, experiment(name, values, [1, ...values.slice(1).map(() => 0)])] as const;
  });
  return Object.fromEntries(features);
}

/** The cookies of somebody who has consented, and was assigned this choice. */
export function assignedCookies(name: FeatureName, choice: string): { consent: string; visitor: string } {
  const choices: readonly string[] = featureChoices[name];
  const assigned = { [`${name}__0`]: String(choices.indexOf(choice)) };
  return { consent: "a1m0", visitor: visitorText({ id: "0123456789abcdef", assigned, values: {} }) };
}
