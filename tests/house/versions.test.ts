import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { z } from "zod";

const versions = z.record(z.string(), z.string());
const packageFile = z.object({ dependencies: versions, devDependencies: versions, overrides: versions });

it("every version in package.json is exact: what is installed changes by a commit alone", () => {
  const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  const groups = packageFile.parse(JSON.parse(text));
  const wanted = Object.values(groups).flatMap((group) => Object.entries(group));
  expect(wanted.length).toBeGreaterThan(50);
  expect(wanted.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
});
