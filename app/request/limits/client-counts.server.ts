import { type Count, countKey } from "./counts";
import { networkOf, widerNetworkOf } from "./limit-keys.server";

/** A home uses one or two of its 256 /64s; an attacker may change between all of them. */
const widerTimes = 4;

/**
 * Returns the counts of a client's try: one for its network, and with IPv6 one for the /56 around it
 * (docs/decisions/limits.md).
 */
export function clientCounts(address: string, name: string, limit: number, seconds: number): Count[] {
  const network = networkOf(address);
  const wider = widerNetworkOf(address);
  if (wider === undefined) return [{ key: countKey(network, name), limit, seconds }];
  return [
    { key: countKey(wider, `${name}:${network}`), limit, seconds },
    { key: countKey(wider, name), limit: limit * widerTimes, seconds },
  ];
}
