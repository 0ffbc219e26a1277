import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import * as z from "zod";

const versionsSchema = z.record(z.string(), z.string());
const packageFile = z.object({
  dependencies: versionsSchema,
  devDependencies: versionsSchema.default({}),
  // npm's `overrides` replace the version of a package, either everywhere or only as a dependency of another package.
  overrides: z.record(z.string(), z.union([z.string(), versionsSchema])).default({}),
});

it.each([
  ["package.json", 50],
  ["scripts/bench/package.json", 2],
  ["scripts/container/package.json", 1],
  ["tests/integration/deploy/package.json", 4],
  ["tests/integration/firefox/package.json", 1],
  ["tests/integration/node-versions/package.json", 4],
])("file %s pins exact versions, so that only commits change installed packages", (file, minCount) => {
  const text = readFileSync(new URL(`../../../${file}`, import.meta.url), "utf8");
  const { dependencies, devDependencies, overrides } = packageFile.parse(JSON.parse(text));
  const packageVersions = [dependencies, devDependencies, overrides].flatMap(listVersions);
  expect(packageVersions.length).toBeGreaterThanOrEqual(minCount);
  expect(packageVersions.filter(([, version]) => !/^(?:npm:node@)?\d+\.\d+\.\d+$/.test(version))).toEqual([]);
});

function listVersions(group: Record<string, string | Record<string, string>>): [string, string][] {
  return Object.entries(group).flatMap(([name, version]) =>
    typeof version === "string" ? [[name, version]] : listVersions(version),
  );
}

const lockFile = z.object({
  packages: z.record(
    z.string(),
    z.object({ integrity: z.string().optional(), inBundle: z.boolean().optional() }),
  ),
});

it.each([
  "",
  "scripts/bench/",
  "scripts/container/",
  "tests/integration/deploy/",
  "tests/integration/firefox/",
  "tests/integration/node-versions/",
])(
  "file %spackage-lock.json has the hash of every package, so that npm installs only that content",
  (folder) => {
    const text = readFileSync(new URL(`../../../${folder}package-lock.json`, import.meta.url), "utf8");
    const { packages } = lockFile.parse(JSON.parse(text));
    const packagesWithoutHash = Object.entries(packages).filter(
      // Skips packages that are bundled in another package: only the other package has a hash.
      ([path, { integrity = "", inBundle = false }]) =>
        path !== "" && !inBundle && !integrity.startsWith("sha512-"),
    );
    expect(packagesWithoutHash).toEqual([]);
  },
);
