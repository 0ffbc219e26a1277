import { LRUCache } from "lru-cache";

const maxKeyLength = 512;

/** Returns a function that caches the results of another one: visitors' headers repeat. Long texts are not cached. */
export function memoize<Found>(find: (text: string) => Found, most = 1000): (text: string) => Found {
  const known = new LRUCache<string, { found: Found }>({
    max: most,
    memoMethod: (text) => ({ found: find(text) }),
  });
  return (text) => (text.length > maxKeyLength ? find(text) : known.memo(text).found);
}

/**
 * Memoizes a function of a request header. Only its first 512 characters count: a client may send 32 KB, and parsing a
 * list of languages of that length takes 20 ms.
 */
export function memoizeHeader<Found>(find: (header: string) => Found): (header: string) => Found {
  const found = memoize(find);
  return (header) => found(header.slice(0, maxKeyLength));
}
