import * as z from "zod";

/** The possible values of each feature. The first value is the feature's default. */
export const featureChoices = {
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
  "registration-flow": createChoiceSchema(featureChoices["registration-flow"]),
  "landing-layout": createChoiceSchema(featureChoices["landing-layout"]),
  "signup-steps": createChoiceSchema(featureChoices["signup-steps"]),
  headline: createChoiceSchema(featureChoices.headline),
  "seasonal-banner": createChoiceSchema(featureChoices["seasonal-banner"]),
  "form-finished-popup": createFlagSchema(featureChoices["form-finished-popup"]),
  "registration-extra-fields": createFlagSchema(featureChoices["registration-extra-fields"]),
});

/**
 * Features that can be switched without a release, named as in
 * docs/product/cookies-and-events.md#experiments-and-seasons.
 */
export type Features = z.infer<typeof featuresSchema>;
export type FeatureName = keyof Features;

export const featureNames: readonly FeatureName[] = featuresSchema.keyof().options;

/** The value of each feature according to FEATURES, and the names of the features that FEATURES contains. */
export interface FeaturesVariable {
  values: Features;
  names: ReadonlySet<string>;
}

/**
 * The schema of the variable FEATURES, such as `landing-layout=only-mobile,signup-steps=short`. Features that the
 * variable does not name get their defaults.
 */
export const featuresVariable = z
  .string()
  .transform((text, context): FeaturesVariable => {
    const pairs = text.split(",").map(splitPair);
    const fault =
      pairs.map(([name, value]) => findFeatureFault(name, value)).find(Boolean) ?? findRepeatedName(pairs);
    const result = featuresSchema.safeParse(Object.fromEntries(pairs));
    if (!fault && result.success) return { values: result.data, names: new Set(pairs.map(([name]) => name)) };
    context.addIssue({ code: "custom", message: fault ?? "pairs like signup-steps=short" });
    return z.NEVER;
  })
  .default({ values: featuresSchema.parse({}), names: new Set() });

type Pair = readonly [name: string, value: string];

function splitPair(text: string): Pair {
  const [name = "", ...value] = text.trim().split("=");
  return [name.trim(), value.join("=").trim()];
}

/** Returns undefined for a valid pair of feature and value; otherwise the allowed values, for the error message. */
function findFeatureFault(name: string, value: string): string | undefined {
  const entry = Object.entries(featureChoices).find(([feature]) => feature === name);
  if (!entry)
    return `pairs like signup-steps=short; the features are ${Object.keys(featureChoices).join(", ")}`;
  const values: readonly string[] = entry[1];
  return values.includes(value) ? undefined : `one of ${values.join(", ")} for ${name}`;
}

function findRepeatedName(pairs: readonly Pair[]): string | undefined {
  const names = pairs.map(([name]) => name);
  const repeatedName = names.find((name, index) => names.indexOf(name) !== index);
  return repeatedName && `each feature only once, also ${repeatedName}`;
}
