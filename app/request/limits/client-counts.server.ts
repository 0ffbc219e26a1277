import { type Count, countKey } from "./counts";
import { networkOf, widerNetworkOf } from "./limit-keys.server";

/** A /56 may do as much as four of its /64s: a home has one or two in use, and a stranger 256 to change between. */
const widerTimes = 4;

/**
 * The counts that a client's try is added to: its network's, and with IPv6 also the one of the /56 around it. The
 * limits are those of docs/decisions/limits.md.
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
