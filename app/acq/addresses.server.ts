import type { Config } from "~/config/environment";
import type { Defaults } from "~/config/defaults.server";

/** Returns the URL of acq: the defaults file's if it has one, otherwise the environment variable's. */
export function acqUrl({ acq }: Config, { acqUrl }: Defaults): string {
  return acqUrl ?? acq.url;
}

/** Returns the URL of acq's subscriptions: ACQ_SUBSCRIPTION_URL, or else the URL of acq with the scheme ws(s). */
export function subscriptionUrl(config: Config, defaults: Defaults): string {
  return config.acq.subscriptionUrl ?? acqUrl(config, defaults).replace(/^http/, "ws");
}
