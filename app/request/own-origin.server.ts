import { webAddress } from "~/domain/web-address";
import type { Config } from "~/config/environment";

/**
 * Whether an Origin header is this site's: PUBLIC_ORIGIN, a host of LOCALE_DOMAINS, and with the embedded acq
 * also the host that was asked, so that a phone in the same network can try it (docs/product.md#configuration).
 */
export function ownOriginOf(config: Config): (origin: string, hostAsked: string) => boolean {
  const scheme = config.publicOrigin.split("//", 1).join("");
  return (origin, hostAsked) => {
    if (origin === config.publicOrigin) return true;
    const address = webAddress(origin);
    if (address?.protocol !== scheme) return false;
    const { hostname, host } = address;
    return config.localeDomains.has(hostname) || (config.acq.embedded && host === hostAsked);
  };
}
