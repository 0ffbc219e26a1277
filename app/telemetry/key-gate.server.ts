import { LRUCache } from "lru-cache";

/**
 * Returns a function that returns true for the first call with a key in some minutes, and false for repeated calls.
 * With it, metrics count visitors or links instead of repeated requests. Each instance has its own keys.
 */
export function createKeyGate(minutes: number): (key: string) => boolean {
  const recentKeys = new LRUCache<string, true>({ max: 10_000, ttl: minutes * 60 * 1000 });
  return (key) => {
    if (recentKeys.has(key)) return false;
    recentKeys.set(key, true);
    return true;
  };
}
