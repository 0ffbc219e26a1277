import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { listAnchors } from "./anchors";
import { readProjectFiles } from "./project-files";

const projectRoot = join(import.meta.dirname, "../../..");
const asvsText = ["docs/compliance/asvs.csv", "docs/compliance/asvs.md"]
  .map((path) => readFileSync(join(projectRoot, path), "utf8"))
  .join("\n");
/**
 * Matches the paths in backticks that contain a folder. Paths that begin with a slash do not match, because they are
 * URLs of the site.
 */
const citedPaths = [...asvsText.matchAll(/`((?!\/)[\w.@/-]+\/[\w.@-]*)(?:#[\w-]+)?`/g)].map(
  ([, path = ""]) => path,
);

it("every file named in docs/compliance exists", () => {
  expect(citedPaths.length).toBeGreaterThan(100);
  expect([...new Set(citedPaths)].filter((path) => !existsSync(join(projectRoot, path)))).toEqual([]);
});

/** Finds references such as `docs/product/registration.md#registration-codes`. */
it("every heading cited in code, tests and documents exists", () => {
  const searchedPaths = ["app", "acq", "tests", "scripts", "docs", "deploy", "server.ts", "README.md"];
  const searchedFiles = readProjectFiles(searchedPaths, [
    ".ts",
    ".tsx",
    ".mjs",
    ".css",
    ".graphql",
    ".md",
    ".csv",
    ".cfg",
    ".yaml",
  ]);
  const citations = searchedFiles.flatMap(({ path, text }) =>
    [...text.matchAll(/\b(docs\/[\w/-]+\.md)#([\w-]+)/g)].map(([, file = "", heading = ""]) => ({
      path,
      file,
      heading,
    })),
  );
  expect(citations.length).toBeGreaterThan(150);
  const missingCitations = citations.filter(
    ({ file, heading }) => !listAnchors(join(projectRoot, file)).includes(heading),
  );
  expect(missingCitations).toEqual([]);
});

/**
 * The number of requirements of levels 1 and 2 in each section of ASVS 5.0.0. In each section, these requirements
 * precede those of level 3.
 */
const requirementCountBySection = {
  "1.1": 2,
  "1.2": 9,
  "1.3": 11,
  "1.4": 3,
  "1.5": 2,
  "2.1": 3,
  "2.2": 3,
  "2.3": 4,
  "2.4": 1,
  "3.2": 2,
  "3.3": 4,
  "3.4": 6,
  "3.5": 5,
  "3.7": 2,
  "4.1": 3,
  "4.2": 1,
  "4.3": 2,
  "4.4": 4,
  "5.1": 1,
  "5.2": 3,
  "5.3": 2,
  "5.4": 3,
  "6.1": 3,
  "6.2": 12,
  "6.3": 4,
  "6.4": 4,
  "6.5": 5,
  "6.6": 3,
  "6.8": 4,
  "7.1": 3,
  "7.2": 4,
  "7.3": 2,
  "7.4": 5,
  "7.5": 2,
  "7.6": 2,
  "8.1": 2,
  "8.2": 3,
  "8.3": 1,
  "8.4": 1,
  "9.1": 3,
  "9.2": 4,
  "10.1": 2,
  "10.2": 2,
  "10.3": 4,
  "10.4": 11,
  "10.5": 5,
  "10.6": 2,
  "10.7": 3,
  "11.1": 2,
  "11.2": 3,
  "11.3": 3,
  "11.4": 4,
  "11.5": 1,
  "11.6": 1,
  "12.1": 3,
  "12.2": 2,
  "12.3": 4,
  "13.1": 1,
  "13.2": 5,
  "13.3": 2,
  "13.4": 5,
  "14.1": 2,
  "14.2": 4,
  "14.3": 3,
  "15.1": 3,
  "15.2": 3,
  "15.3": 7,
  "16.1": 1,
  "16.2": 5,
  "16.3": 4,
  "16.4": 3,
  "16.5": 3,
  "17.1": 1,
  "17.2": 4,
  "17.3": 2,
};

it("every requirement of ASVS 5.0 at levels 1 and 2 is listed in docs/compliance", () => {
  const requirementNumbers = Object.entries(requirementCountBySection).flatMap(([section, count]) =>
    Array.from({ length: count }, (_, index) => `${section}.${index + 1}`),
  );
  const listedNumbers = new Set<string>();
  for (const [, first = "", last = first] of asvsText.matchAll(/\b(\d+\.\d\.\d+)(?: to (\d+\.\d\.\d+))?/g))
    for (const requirementNumber of requirementNumbers.slice(
      requirementNumbers.indexOf(first),
      requirementNumbers.indexOf(last) + 1,
    ))
      listedNumbers.add(requirementNumber);
  expect(requirementNumbers.filter((number) => !listedNumbers.has(number))).toEqual([]);
});
