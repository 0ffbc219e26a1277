import { describe, expect, it } from "vitest";
import { requiredBrowserFeatures } from "~/browser/hydration/required-features";
import { expectSiteIsBuilt } from "../../support/built";
import { readProjectFiles } from "./project-files";

expectSiteIsBuilt();

/** All scripts except the error reporter. The reporter loads only after an error, and nothing else depends on it. */
const scripts = readProjectFiles(["build/client/assets"], [".js"]).filter(
  ({ path }) => !path.includes("browser-reporter"),
);

/** Additions of ECMAScript 2019 to 2025 and of the web platform that a build could call. */
const newerFeatures: Record<string, string[]> = {
  "Array.prototype": [
    "at",
    "copyWithin",
    "findLast",
    "findLastIndex",
    "flat",
    "flatMap",
    "toReversed",
    "toSorted",
    "toSpliced",
    "with",
  ],
  Array: ["fromAsync"],
  Object: ["fromEntries", "groupBy", "hasOwn"],
  Map: ["groupBy"],
  Promise: ["allSettled", "any", "try", "withResolvers"],
  "String.prototype": ["isWellFormed", "matchAll", "replaceAll", "toWellFormed", "trimEnd", "trimStart"],
  "Set.prototype": ["difference", "intersection", "isDisjointFrom", "isSubsetOf", "isSupersetOf", "union"],
  "Blob.prototype": ["stream"],
  "Element.prototype": ["replaceChildren", "checkVisibility"],
  AbortSignal: ["any", "timeout"],
  URL: ["canParse", "parse"],
  Intl: ["PluralRules", "ListFormat", "RelativeTimeFormat", "Segmenter", "supportedValuesOf"],
  window: [
    "AbortController",
    "BigInt",
    "BroadcastChannel",
    "ReadableStream",
    "TextDecoderStream",
    "TransformStream",
    "WeakRef",
    "queueMicrotask",
    "structuredClone",
  ],
};

/**
 * Browser features that need not exist: the scripts check for them first, or call them only in code that no page runs.
 */
const optionalFeatures = new Set([
  // Without the function queueMicrotask, React uses promises.
  "window.queueMicrotask",
  // Remix calls BigInt only for data that no loader returns. zod's schemas mention the type without calling it.
  "window.BigInt",
]);

const calledFeatures = Object.entries(newerFeatures).flatMap(([ownerPath, names]) =>
  names
    .filter((name) => scripts.some(({ text }) => isCalled(text, ownerPath, name)))
    .map((name) => `${ownerPath}.${name}`),
);

function isCalled(text: string, ownerPath: string, name: string): boolean {
  if (ownerPath === "window") return new RegExp(`new ${name}\\b|(?<![\\w.])${name}\\(`).test(text);
  if (ownerPath.endsWith(".prototype")) return new RegExp(`(?:\\.|\\?\\.)${name}\\(`).test(text);
  return new RegExp(`(?<!\\w)${ownerPath}\\.${name}\\(`).test(text);
}

describe("list of browser features that the first script requires", () => {
  const requiredNames = Object.entries(requiredBrowserFeatures).flatMap(([ownerPath, names]) =>
    names.split(" ").map((name) => `${ownerPath}.${name}`),
  );

  it("includes each newer feature that the build uses, except optional features", () => {
    expect(
      calledFeatures.filter((name) => !requiredNames.includes(name) && !optionalFeatures.has(name)),
    ).toEqual([]);
  });

  it("includes no feature that the build does not use", () => {
    // Browser features that only the site's first script calls, which is inlined into the documents.
    const calledInDocuments = ["Blob.prototype.stream", "window.MutationObserver"];
    expect(requiredNames.filter((name) => ![...calledFeatures, ...calledInDocuments].includes(name))).toEqual(
      [],
    );
  });
});
