import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import { findPromtool } from "../../scripts/promtool.mjs";

function runPromtool(...args: string[]): string {
  const program = findPromtool();
  if (program === undefined) throw new Error("There is no promtool: npm test installs it where it can");
  return execFileSync(program, args, { encoding: "utf8" });
}

it("Prometheus accepts the alert rules", () => {
  expect(runPromtool("check", "rules", "deploy/prometheus/alerts.yaml")).toContain("SUCCESS");
});

it("each alert fires for what it is for, at a small and at a large club, and not without need", () => {
  expect(runPromtool("test", "rules", "tests/deploy/alerts.yaml")).toContain("SUCCESS");
});
