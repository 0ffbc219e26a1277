import { execFileSync, spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "../../..");

/**
 * The last commit before the rules for subjects. The subjects of this commit and of earlier commits are not checked.
 */
const lastUncheckedCommit = "05286d9";

/** True if the copy of the project has git's history. */
const hasHistory = spawnSync("git", ["cat-file", "-e", lastUncheckedCommit], { cwd: root }).status === 0;

it.runIf(hasHistory)("commit subjects have the form “area: what changes” and at most 72 characters", () => {
  const commitRange = `${lastUncheckedCommit}..HEAD`;
  const commitLog = execFileSync("git", ["log", "--no-merges", "--format=%h %s", commitRange], {
    cwd: root,
    encoding: "utf8",
  });
  const subjects = commitLog.trim().split("\n");
  expect(subjects.length).toBeGreaterThan(20);
  expect(subjects.filter((line) => !/^\w+ (?=.{1,72}$)[\w()/,.+ -]+: \S/.test(line))).toEqual([]);
});
