import { LRUCache } from "lru-cache";

const maxKeyLength = 512;

/**
 * A function of a text that keeps what it found last: visitors' headers repeat themselves. What is long is not kept.
 */
export function memoize<Found>(find: (text: string) => Found, most = 1000): (text: string) => Found {
  const known = new LRUCache<string, { found: Found }>({ max: most });
  return (text) => {
    const entry = known.get(text);
    if (entry) return entry.found;
    const found = find(text);
    if (text.length <= maxKeyLength) known.set(text, { found });
    return found;
  };
}
