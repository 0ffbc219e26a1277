import { type Count, countKey } from "./counts";
import { networkOf, widerNetworkOf } from "./limit-keys.server";

/** A home uses one or two of its 256 /64s; an attacker may change between all of them. */
const widerTimes = 4;

/**
 * Returns the keys and limits of a client: those of its network, and with IPv6 also of the /56 around it
 * (docs/decisions/limits.md).
 */
export function clientLimits(
  address: string,
  name: string,
  limit: number,
): readonly Pick<Count, "key" | "limit">[] {
  const network = networkOf(address);
  const wider = widerNetworkOf(address);
  if (wider === undefined) return [{ key: countKey(network, name), limit }];
  return [
    { key: countKey(wider, `${name}:${network}`), limit },
    { key: countKey(wider, name), limit: limit * widerTimes },
  ];
}

/** Returns the counts of a client's try in a time of some seconds. */
export function clientCounts(address: string, name: string, limit: number, seconds: number): Count[] {
  return clientLimits(address, name, limit).map((count) => ({ ...count, seconds }));
}
