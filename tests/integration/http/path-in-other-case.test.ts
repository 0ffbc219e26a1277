import fc from "fast-check";
import { expect, it } from "vitest";
import { localeCodes } from "~/i18n/locales";
import { correctPathCase } from "~/request/paths";
import { pages } from "~/routes";

const segments = [
  ...localeCodes,
  ...Object.keys(pages).flatMap((path) => path.split("/")),
  "",
  "token",
  "a-b",
];

/** Generates paths that consist of segments of the site's paths, in random case. */
const arbitraryPaths = fc
  .array(fc.oneof(fc.constantFrom(...segments), fc.string({ maxLength: 6 })), { maxLength: 4 })
  .chain((pathSegments) => fc.mixedCase(fc.constant(`/${pathSegments.join("/")}`)));

it("correctPathCase changes only letter case and a trailing slash, and its result needs no second correction", () => {
  fc.assert(
    fc.property(arbitraryPaths, (path) => {
      const correctedPath = correctPathCase(path);
      if (correctedPath === undefined) return;
      expect(correctedPath).toMatch(/^\/(?!\/)/);
      expect(correctedPath.toLowerCase()).toBe(
        path.length > 1 ? path.replace(/\/$/, "").toLowerCase() : path,
      );
      expect(correctPathCase(correctedPath)).toBeUndefined();
    }),
    { numRuns: 2000 },
  );
});
