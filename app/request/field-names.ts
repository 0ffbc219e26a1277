import { featureNames } from "~/config/features-variable";
import { registrationFields } from "~/domain/registration/registration-fields";

/** A split link's targets and their weights, ten at the most (docs/product.md#administration). */
export const targetFields = Array.from(
  { length: 10 },
  (_, index) => [`target-${index + 1}`, `weight-${index + 1}`] as const,
);

/** Every field of every form; others are dropped before anything parses them (docs/product.md#safe). */
export const fieldNames: ReadonlySet<string> = new Set([
  "intent",
  "step",
  "formToken",
  "rc",
  "vt",
  "registrationCode",
  ...registrationFields.map(({ name }) => name),
  "questionedEmail",
  "suggestedEmail",
  "website",
  "popup",
  "fref",
  "legalTexts",
  "accountActivationId",
  "password",
  "locale",
  "returnTo",
  "page",
  "choice",
  "analytics",
  "marketing",
  "madeLinks",
  "label",
  ...targetFields.flat(),
  // A preview of variants.
  ...featureNames,
]);
