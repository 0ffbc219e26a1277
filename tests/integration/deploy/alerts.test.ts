import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import { findPromtool } from "../../../scripts/promtool.mjs";

function runPromtool(...args: string[]): string {
  const program = findPromtool();
  if (program === undefined) throw new Error("There is no promtool: npm test installs it where it can");
  return execFileSync(program, args, { encoding: "utf8" });
}

it("Prometheus accepts the alert rules", () => {
  for (const file of ["alerts", "blackbox"])
    expect(runPromtool("check", "rules", `deploy/prometheus/${file}.yaml`)).toContain("SUCCESS");
});

it("Prometheus accepts the job that probes the front door", () => {
  const file = "deploy/prometheus/blackbox-scrape.yaml";
  expect(runPromtool("check", "config", "--syntax-only", file)).toContain("SUCCESS");
});

it("alerts fire for their own incidents at a small and at a large club, and not otherwise", () => {
  for (const file of ["alerts", "visitor-alerts", "blackbox-alerts"])
    expect(runPromtool("test", "rules", `tests/integration/deploy/${file}.yaml`)).toContain("SUCCESS");
}, 300_000);
