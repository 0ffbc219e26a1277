import { closest, distance } from "fastest-levenshtein";

/**
 * Returns a line for each name that probably means one of the site's variables. All other names are ignored, because
 * the environment also contains the variables of other programs.
 */
export function misspeltNames(names: readonly string[], ownNames: readonly string[]): string[] {
  return names
    .filter((name) => !ownNames.includes(name))
    .flatMap((name) => {
      const nearest = nearestName(name, ownNames);
      return nearest === undefined ? [] : [`${name} is no variable of this site; ${nearest} is its nearest`];
    });
}

const lastUnit = /_(?:MS|SECONDS|URL)$/;

/** A name may lack its unit at the end, or differ in one letter of every six, at most in two. */
function nearestName(name: string, ownNames: readonly string[]): string | undefined {
  if (!/^[A-Z][A-Z0-9_]*$/.test(name)) return undefined;
  const withUnit = name.includes("_")
    ? ownNames.find((ownName) => ownName.replace(lastUnit, "") === name)
    : undefined;
  if (withUnit !== undefined) return withUnit;
  const nearest = closest(name, [...ownNames]);
  return distance(name, nearest) <= Math.min(2, Math.floor(nearest.length / 6)) ? nearest : undefined;
}
