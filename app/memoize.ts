const longest = 512;

/**
 * A function of a text that keeps what it found: visitors' headers repeat themselves. Bounded: full, it begins anew,
 * and what is long is not kept.
 */
export function memoize<Found>(find: (text: string) => Found, most = 1000): (text: string) => Found {
  const known = new Map<string, { found: Found }>();
  return (text) => {
    const entry = known.get(text);
    if (entry) return entry.found;
    const found = find(text);
    if (text.length > longest) return found;
    if (known.size >= most) known.clear();
    known.set(text, { found });
    return found;
  };
}
