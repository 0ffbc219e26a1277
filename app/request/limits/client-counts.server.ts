import { type AttemptCount, createCountKey } from "./counts";
import { toNetworkKey, toWiderNetworkKey } from "./limit-keys.server";

/**
 * The limit of an IPv6 /56 network, as a multiple of the limit of a /64. A home's /56 contains 256 /64 networks. A home
 * uses one or two of these; an attacker may use all.
 */
const widerNetworkFactor = 4;

/**
 * Returns the keys and limits that apply to a client. An IPv6 client has two: one for its /64 network and one for its
 * /56 (docs/decisions/limits.md).
 */
export function createClientLimits(
  clientAddress: string,
  limitName: string,
  limit: number,
): readonly Pick<AttemptCount, "key" | "limit">[] {
  const network = toNetworkKey(clientAddress);
  const widerNetwork = toWiderNetworkKey(clientAddress);
  if (widerNetwork === undefined) return [{ key: createCountKey(network, limitName), limit }];
  return [
    { key: createCountKey(widerNetwork, `${limitName}:${network}`), limit },
    { key: createCountKey(widerNetwork, limitName), limit: limit * widerNetworkFactor },
  ];
}

/** Returns the limits that apply to a client, each with its maximum number of attempts and its duration in seconds. */
export function createClientCounts(
  clientAddress: string,
  limitName: string,
  limit: number,
  windowSeconds: number,
): AttemptCount[] {
  return createClientLimits(clientAddress, limitName, limit).map((count) => ({ ...count, windowSeconds }));
}
