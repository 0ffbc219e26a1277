/**
 * Features that the build's scripts use, and that a browser with support for modules may lack, as paths from `window`.
 * A browser that lacks one of them keeps the server's page. tests/integration/house/browser-features.test.ts compares
 * the list with the build.
 */
export const requiredBrowserFeatures = {
  "Array.prototype": "at flat flatMap",
  "String.prototype": "replaceAll",
  "Blob.prototype": "stream",
  Object: "fromEntries hasOwn",
  Intl: "PluralRules",
  window: "AbortController MutationObserver ReadableStream TransformStream",
};

/** @returns true if this browser has all required features */
export function hasRequiredFeatures(): boolean {
  return Object.entries(requiredBrowserFeatures).every(([path, names]) => {
    const featureObject = path
      .split(".")
      .reduce<object>((object, propertyName) => Reflect.get(object, propertyName) as object, window);
    return names.split(" ").every((name) => name in featureObject);
  });
}
