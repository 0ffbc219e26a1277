import { z } from "zod";

const choices = {
  "registration-flow": ["default", "lean"],
  "landing-layout": ["right-double-column", "center-single-column", "only-mobile"],
  "signup-steps": ["full", "short"],
  headline: ["default", "social", "viral", "viralProductShare", "daba"],
  "seasonal-banner": ["auto", "none", "black-friday", "black-week", "cyber-monday"],
  "form-finished-popup": ["false", "true"],
  "registration-extra-fields": ["false", "true"],
} as const;

function choice<Value extends string>(values: readonly [Value, ...Value[]]) {
  return z.enum(values).default(values[0]);
}

function flag(values: readonly ["false", "true"]) {
  return z
    .enum(values)
    .transform((value) => value === "true")
    .default(false);
}

const featuresSchema = z.object({
  "registration-flow": choice(choices["registration-flow"]),
  "landing-layout": choice(choices["landing-layout"]),
  "signup-steps": choice(choices["signup-steps"]),
  headline: choice(choices.headline),
  "seasonal-banner": choice(choices["seasonal-banner"]),
  "form-finished-popup": flag(choices["form-finished-popup"]),
  "registration-extra-fields": flag(choices["registration-extra-fields"]),
});

/** What can be switched without a release (contract.md, section 13), by the names that it has there. */
export type Features = z.infer<typeof featuresSchema>;

/** FEATURES: `landing-layout=only-mobile,signup-steps=short`; what it does not name has its default. */
export const featuresVariable = z
  .string()
  .transform((text, context): Features => {
    const pairs = text.split(",").map(pairOf);
    const fault = pairs.map(([name, value]) => faultOf(name, value)).find(Boolean) ?? repetition(pairs);
    const parsed = featuresSchema.safeParse(Object.fromEntries(pairs));
    if (!fault && parsed.success) return parsed.data;
    context.addIssue({ code: "custom", message: fault ?? "pairs like signup-steps=short" });
    return z.NEVER;
  })
  .default(featuresSchema.parse({}));

type Pair = readonly [name: string, value: string];

function pairOf(text: string): Pair {
  const [name = "", ...value] = text.trim().split("=");
  return [name.trim(), value.join("=").trim()];
}

/** What is allowed in the place of a pair that does not fit. */
function faultOf(name: string, value: string): string | undefined {
  const known = Object.entries(choices).find(([feature]) => feature === name);
  if (!known) return `pairs like signup-steps=short of ${Object.keys(choices).join(", ")}`;
  const values: readonly string[] = known[1];
  return values.includes(value) ? undefined : `for ${name} one of ${values.join(", ")}`;
}

function repetition(pairs: readonly Pair[]): string | undefined {
  const names = pairs.map(([name]) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  return twice && `${twice} only once`;
}
