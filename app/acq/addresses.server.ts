import type { Config } from "~/config/environment";
import type { SiteDefaults } from "~/config/defaults.server";

/**
 * Returns the URL of acq. A URL in the defaults file (the JSON file at DEFAULTS_URL) overrides the URL from environment
 * variables.
 */
export function selectAcqUrl({ acq }: Config, { acqUrl }: SiteDefaults): string {
  return acqUrl ?? acq.url;
}

/** Returns the URL of acq's subscriptions: ACQ_SUBSCRIPTION_URL, or else the URL of acq with the scheme ws(s). */
export function createSubscriptionUrl(config: Config, defaults: SiteDefaults): string {
  return config.acq.subscriptionUrl ?? selectAcqUrl(config, defaults).replace(/^http/, "ws");
}
