import * as z from "zod";

/** The possible values of each feature. The first value is the feature's default. */
export const choicesByFeature = {
  "registration-flow": ["default", "lean"],
  "landing-layout": ["right-double-column", "center-single-column", "only-mobile"],
  "signup-steps": ["full", "short"],
  headline: ["default", "social", "viral", "viralProductShare", "daba"],
  "seasonal-banner": ["auto", "none", "black-friday", "black-week", "cyber-monday"],
  "form-finished-popup": ["false", "true"],
  "registration-extra-fields": ["false", "true"],
} as const;

function createChoiceSchema<Value extends string>(values: readonly [Value, ...Value[]]) {
  return z.enum(values).default(values[0]);
}

function createFlagSchema(values: readonly ["false", "true"]) {
  return z
    .enum(values)
    .transform((value) => value === "true")
    .default(false);
}

/** Validates the value of each feature. A missing feature gets its default. */
export const featuresSchema = z.object({
  "registration-flow": createChoiceSchema(choicesByFeature["registration-flow"]),
  "landing-layout": createChoiceSchema(choicesByFeature["landing-layout"]),
  "signup-steps": createChoiceSchema(choicesByFeature["signup-steps"]),
  headline: createChoiceSchema(choicesByFeature.headline),
  "seasonal-banner": createChoiceSchema(choicesByFeature["seasonal-banner"]),
  "form-finished-popup": createFlagSchema(choicesByFeature["form-finished-popup"]),
  "registration-extra-fields": createFlagSchema(choicesByFeature["registration-extra-fields"]),
});

/**
 * Features that can be switched without a release, named as in
 * docs/product/cookies-and-events.md#experiments-and-seasons.
 */
export type Features = z.infer<typeof featuresSchema>;
export type FeatureName = keyof Features;

export const featureNames: readonly FeatureName[] = featuresSchema.keyof().options;

/** The value of each feature according to FEATURES, and the names of the features that FEATURES contains. */
interface FeaturesVariable {
  features: Features;
  configuredNames: ReadonlySet<string>;
}

/**
 * The schema of the variable FEATURES, such as `landing-layout=only-mobile,signup-steps=short`. Features that the
 * variable does not name get their defaults.
 */
export const featuresVariableSchema = z
  .string()
  .transform((text, context): FeaturesVariable => {
    const pairs = text.split(",").map(splitPair);
    const fault =
      pairs.map(([name, value]) => findFeatureFault(name, value)).find(Boolean) ?? findRepeatedName(pairs);
    const result = featuresSchema.safeParse(Object.fromEntries(pairs));
    if (!fault && result.success)
      return { features: result.data, configuredNames: new Set(pairs.map(([name]) => name)) };
    context.addIssue({ code: "custom", message: fault ?? "pairs like signup-steps=short" });
    return z.NEVER;
  })
  .default({ features: featuresSchema.parse({}), configuredNames: new Set() });

type NameValuePair = readonly [name: string, value: string];

function splitPair(text: string): NameValuePair {
  const [name = "", ...value] = text.trim().split("=");
  return [name.trim(), value.join("=").trim()];
}

/** Returns undefined for a valid pair of feature and value; otherwise the allowed values, for the error message. */
function findFeatureFault(name: string, value: string): string | undefined {
  const choicesEntry = Object.entries(choicesByFeature).find(([feature]) => feature === name);
  if (!choicesEntry)
    return `pairs like signup-steps=short; the features are ${Object.keys(choicesByFeature).join(", ")}`;
  const choices: readonly string[] = choicesEntry[1];
  return choices.includes(value) ? undefined : `one of ${choices.join(", ")} for ${name}`;
}

function findRepeatedName(pairs: readonly NameValuePair[]): string | undefined {
  const names = pairs.map(([name]) => name);
  const repeatedName = names.find((name, index) => names.indexOf(name) !== index);
  return repeatedName && `each feature only once; ${repeatedName} is repeated`;
}
