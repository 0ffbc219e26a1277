import { closest, distance } from "fastest-levenshtein";

/**
 * Returns a warning for each environment variable that is probably a misspelled variable of the site. All other names
 * are ignored, because they may belong to other programs.
 */
export function findMisspelledNames(
  givenNames: readonly string[],
  knownVariables: readonly string[],
): string[] {
  return givenNames
    .filter((name) => !knownVariables.includes(name))
    .flatMap((name) => {
      const nearestVariable = findNearestName(name, knownVariables);
      return nearestVariable === undefined
        ? []
        : [`${name} is not a variable of this site; did you mean ${nearestVariable}?`];
    });
}

const unitSuffix = /_(?:MS|SECONDS|URL)$/;

/**
 * Returns the site's variable that a name probably means. The name may have lower-case letters, lack the unit at the
 * end (such as `_MS`), or contain one wrong letter per six letters, at most two.
 */
function findNearestName(name: string, knownVariables: readonly string[]): string | undefined {
  if (!/^[A-Z][A-Z0-9_]*$/.test(name)) return findNameInOtherCase(name, knownVariables);
  const nameWithUnit = name.includes("_")
    ? knownVariables.find((knownVariable) => knownVariable.replace(unitSuffix, "") === name)
    : undefined;
  if (nameWithUnit !== undefined) return nameWithUnit;
  const nearestVariable = closest(name, [...knownVariables]);
  return distance(name, nearestVariable) <= Math.min(2, Math.floor(nearestVariable.length / 6))
    ? nearestVariable
    : undefined;
}

/** Returns the site's variable with the same letters. Other programs use short names in lower case, such as `host`. */
function findNameInOtherCase(name: string, knownVariables: readonly string[]): string | undefined {
  return knownVariables.find((variable) => variable.length > 4 && variable === name.toUpperCase());
}
