import { describe, expect, it } from "vitest";
import { requiredFeatures } from "~/browser/hydration/required-features";
import { expectBuilt } from "../../support/built";
import { projectFiles } from "./project-files";

expectBuilt();

/** All scripts but the error reporter, which is loaded after an error and may fail alone. */
const scripts = projectFiles(["build/client/assets"], [".js"]).filter(
  ({ path }) => !path.includes("browser-reporter"),
);

/** What ECMAScript 2019 to 2025 and the web platform of those years have added and a build could call. */
const newerFeatures: Record<string, string[]> = {
  "Array.prototype": [
    ...["at", "copyWithin", "findLast", "findLastIndex", "flat", "flatMap"],
    ...["toReversed", "toSorted", "toSpliced", "with"],
  ],
  Array: ["fromAsync"],
  Object: ["fromEntries", "groupBy", "hasOwn"],
  Map: ["groupBy"],
  Promise: ["allSettled", "any", "try", "withResolvers"],
  "String.prototype": [...["isWellFormed", "matchAll", "replaceAll", "toWellFormed", "trimEnd", "trimStart"]],
  "Set.prototype": ["difference", "intersection", "isDisjointFrom", "isSubsetOf", "isSupersetOf", "union"],
  "Blob.prototype": ["stream"],
  "Element.prototype": ["replaceChildren", "checkVisibility"],
  AbortSignal: ["any", "timeout"],
  URL: ["canParse", "parse"],
  Intl: ["PluralRules", "ListFormat", "RelativeTimeFormat", "Segmenter", "supportedValuesOf"],
  window: [
    ...["AbortController", "BigInt", "BroadcastChannel", "ReadableStream", "TextDecoderStream"],
    ...["TransformStream", "WeakRef", "queueMicrotask", "structuredClone"],
  ],
};

/** Called only where the script has looked for it first, or on a path that no page of ours takes. */
const optional = new Set([
  // React takes promises where it is missing.
  "window.queueMicrotask",
  // Remix decodes values of this type, which no loader of ours returns; the schemas name the type.
  "window.BigInt",
]);

const found = Object.entries(newerFeatures).flatMap(([owner, names]) =>
  names
    .filter((name) => scripts.some(({ text }) => isCalled(text, owner, name)))
    .map((name) => `${owner}.${name}`),
);

function isCalled(text: string, owner: string, name: string): boolean {
  if (owner === "window") return new RegExp(`new ${name}\\b|(?<![\\w.])${name}\\(`).test(text);
  if (owner.endsWith(".prototype")) return new RegExp(`(?:\\.|\\?\\.)${name}\\(`).test(text);
  return new RegExp(`(?<!\\w)${owner}\\.${name}\\(`).test(text);
}

describe("the features that the first script requires", () => {
  const required = Object.entries(requiredFeatures).flatMap(([owner, names]) =>
    names.split(" ").map((name) => `${owner}.${name}`),
  );

  it("include each newer feature that the build calls", () => {
    expect(found.filter((name) => !required.includes(name) && !optional.has(name))).toEqual([]);
  });

  it("name nothing that the build does not call", () => {
    // The first script itself, which is part of the documents, calls these.
    const calledInDocuments = ["Blob.prototype.stream", "window.MutationObserver"];
    expect(required.filter((name) => ![...found, ...calledInDocuments].includes(name))).toEqual([]);
  });
});
