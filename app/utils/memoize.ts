import { LRUCache } from "lru-cache";

const maxEntries = 1000;
const maxKeyLength = 512;

/**
 * Returns a function that caches the results of `compute`, because many visitors send the same header. Results for long
 * texts are not cached.
 */
export function memoize<Found>(compute: (text: string) => Found): (text: string) => Found {
  const cache = new LRUCache<string, { result: Found }>({
    max: maxEntries,
    memoMethod: (text) => ({ result: compute(text) }),
  });
  return (text) => (text.length > maxKeyLength ? compute(text) : cache.memo(text).result);
}

/**
 * Memoizes a function of a request header. Only the first 512 characters of the header are used: a client may send 32
 * KB, and parsing a list of languages of that length takes 20 ms.
 */
export function memoizeHeader<Found>(compute: (header: string) => Found): (header: string) => Found {
  const memoizedCompute = memoize(compute);
  return (header) => memoizedCompute(header.slice(0, maxKeyLength));
}
