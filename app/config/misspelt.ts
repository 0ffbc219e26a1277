import { closest, distance } from "fastest-levenshtein";

/**
 * The name that was probably meant by one that is none of ours; undefined for all that is not near: the environment
 * holds much else. A name may be wrong in one letter of each six, two at the most.
 */
export function nearestName(name: string, names: readonly string[]): string | undefined {
  if (!/^[A-Z][A-Z0-9_]*$/.test(name)) return undefined;
  const nearest = closest(name, [...names]);
  return distance(name, nearest) <= Math.min(2, Math.floor(nearest.length / 6)) ? nearest : undefined;
}
