import type { Config } from "~/config/environment";

/** What can be switched without a release (contract.md, section 13), by the names that it has there. */
export interface Features {
  "registration-flow": "default" | "lean";
  "registration-extra-fields": boolean;
}

/** The features that serve every visitor: until there are experiments, what the operator configured. */
export function featuresFor(config: Config): Features {
  return {
    "registration-flow": config.registrationFlow,
    "registration-extra-fields": config.registrationExtraFields,
  };
}
