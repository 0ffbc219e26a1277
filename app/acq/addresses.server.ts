import type { Config } from "~/config/environment";
import type { Defaults } from "~/config/defaults.server";

/** Returns the current address of acq, which the defaults file may override. */
export function acqUrl({ acq }: Config, { acqUrl }: Defaults): string {
  return acqUrl ?? acq.url;
}

/** Returns the address of acq's subscriptions: ACQ_SUBSCRIPTION_URL, otherwise the same address with ws. */
export function subscriptionUrl(config: Config, defaults: Defaults): string {
  return config.acq.subscriptionUrl ?? acqUrl(config, defaults).replace(/^http/, "ws");
}
