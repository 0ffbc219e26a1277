import type { Config } from "~/config/environment";
import type { Defaults } from "~/config/defaults.server";

/** Where acq listens now: the defaults file may point elsewhere. */
export function acqUrl({ acq }: Config, { acqUrl }: Defaults): string {
  return acqUrl ?? acq.url;
}

/** Where it tells of changes: ACQ_SUBSCRIPTION_URL, else the same address with ws. */
export function subscriptionUrl(config: Config, defaults: Defaults): string {
  return config.acq.subscriptionUrl ?? acqUrl(config, defaults).replace(/^http/, "ws");
}
