import { LRUCache } from "lru-cache";

const maxKeyLength = 512;

/**
 * A function of a text that keeps what it found last: visitors' headers repeat themselves. What is long is not kept.
 */
export function memoize<Found>(find: (text: string) => Found, most = 1000): (text: string) => Found {
  const known = new LRUCache<string, { found: Found }>({
    max: most,
    memoMethod: (text) => ({ found: find(text) }),
  });
  return (text) => (text.length > maxKeyLength ? find(text) : known.memo(text).found);
}

/**
 * The same for a function of a request header. Only the first 512 characters of a header count: a client may send 32 KB,
 * and a list of languages of that length takes 20 ms to read.
 */
export function memoizeHeader<Found>(find: (header: string) => Found): (header: string) => Found {
  const found = memoize(find);
  return (header) => found(header.slice(0, maxKeyLength));
}
