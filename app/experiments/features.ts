import type { Config } from "~/config/environment";
import type { Features } from "~/config/features-variable";

export type { Features };

/** The features that serve every visitor: until there are experiments, what the operator configured (FEATURES). */
export function featuresFor(config: Config): Features {
  return config.features;
}
