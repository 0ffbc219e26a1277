import { featureNames } from "~/config/features-variable";
import { registrationFields } from "~/domain/registration/registration-fields";

/**
 * The field names for a split link's targets and their weights, at most ten
 * (docs/product/registration.md#administration).
 */
export const splitTargetFields = Array.from(
  { length: 10 },
  (_, index) => [`target-${index + 1}`, `weight-${index + 1}`] as const,
);

/**
 * The field names of all forms. Other fields are dropped before any parser sees them (docs/product/overview.md#safe).
 */
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
  ...splitTargetFields.flat(),
  // The fields for previewing variants, one for each feature.
  ...featureNames,
]);
