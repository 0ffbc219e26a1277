/**
 * Features that the build's scripts call and that a browser with modules may lack, as paths from `window` and names. A
 * browser that lacks one of them keeps the server's page. tests/house/browser-features.test.ts holds the list against the build.
 */
export const requiredFeatures = [
  ["Array.prototype", "at"],
  ["Array.prototype", "flat"],
  ["Array.prototype", "flatMap"],
  ["Array.prototype", "findLastIndex"],
  ["Object", "fromEntries"],
  ["Object", "hasOwn"],
  ["String.prototype", "replaceAll"],
  ["Blob.prototype", "stream"],
  ["window", "AbortController"],
  ["window", "TransformStream"],
] as const;

/** @returns whether this browser has all of them */
export function hasRequiredFeatures(): boolean {
  return requiredFeatures.every(([path, name]) => {
    const owner = path
      .split(".")
      .reduce<object>((object, part) => Reflect.get(object, part) as object, window);
    return name in owner;
  });
}
