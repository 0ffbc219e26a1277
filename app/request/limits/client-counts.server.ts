import { type Count, countKey } from "./counts";
import { networkOf, widerNetworkOf } from "./limit-keys.server";

/** The /56 of a home has 256 /64 networks. A home uses one or two of them; an attacker may switch between all. */
const widerFactor = 4;

/**
 * Returns the keys and limits that apply to a client: those of its network, and for IPv6 also those of the /56 around
 * it (docs/decisions/limits.md).
 */
export function createClientLimits(
  address: string,
  name: string,
  limit: number,
): readonly Pick<Count, "key" | "limit">[] {
  const network = networkOf(address);
  const wider = widerNetworkOf(address);
  if (wider === undefined) return [{ key: countKey(network, name), limit }];
  return [
    { key: countKey(wider, `${name}:${network}`), limit },
    { key: countKey(wider, name), limit: limit * widerFactor },
  ];
}

/** Returns the counts for an attempt of a client, with their time window in seconds. */
export function createClientCounts(address: string, name: string, limit: number, seconds: number): Count[] {
  return createClientLimits(address, name, limit).map((count) => ({ ...count, seconds }));
}
