import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { findSystemdAnalyze } from "../../scripts/systemd.mjs";
import { freePort } from "../support/free-port";
import { startStubInstance } from "./stub-instance";

const unit = "deploy/systemd/velvetgate@.service";

// There is no systemd elsewhere.
it.runIf(process.platform === "linux")("the unit is exposed less than 3 of 10 to systemd-analyze", () => {
  const program = findSystemdAnalyze() ?? "systemd-analyze";
  const args = ["security", "--offline=true", "--threshold=30", "--no-pager", unit];
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: "utf8" });
  expect(status, stdout + stderr).toBe(0);
  expect(stdout).toMatch(/Overall exposure level for velvetgate@\w+\.service: [0-2]\.\d/);
  // A key that systemd does not know is ignored with a line, and would protect nothing.
  expect(stderr).not.toMatch(/Unknown|ignoring/);
});

it("the unit and the container start the server with the same options", () => {
  const container = /^CMD \[(.*)\]$/m.exec(readFileSync("Dockerfile", "utf8"))?.[1] ?? "";
  const args = container.split(", ").map((word) => word.replaceAll('"', ""));
  expect(readFileSync(unit, "utf8")).toContain(`/usr/bin/${args.join(" ")}\n`);
});

describe("watch.sh", () => {
  /** Runs it with a systemctl that writes down what it is called with. */
  async function watch(port: number, isActive = true): Promise<string> {
    const folder = mkdtempSync(join(tmpdir(), "velvetgate-watch-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const [systemctl, calls] = [join(folder, "systemctl"), join(folder, "calls")];
    writeFileSync(
      systemctl,
      `#!/bin/sh\necho "$@" >> ${calls}\n[ "$1" != is-active ] || ${String(isActive)}\n`,
    );
    chmodSync(systemctl, 0o755);
    const path = `${folder}:${process.env["PATH"] ?? ""}`;
    const script = spawn("sh", ["deploy/systemd/watch.sh", String(port), String(port)], {
      env: { NODE_ENV: "production", PATH: path },
      stdio: "ignore",
    });
    await once(script, "close");
    expect(script.exitCode).toBe(0);
    return existsSync(calls) ? readFileSync(calls, "utf8") : "";
  }

  it("kills an instance that hangs, unless it is being stopped", { timeout: 60_000 }, async () => {
    const { port } = await startStubInstance({ onRequest: () => undefined });
    const [running, stopping] = await Promise.all([watch(port), watch(port, false)]);
    expect(running).toContain(`kill --signal=KILL velvetgate@${port}\n`);
    expect(stopping).toBe(`is-active --quiet velvetgate@${port}\n`);
  });

  it("leaves an instance alone that answers, or refuses connections", { timeout: 60_000 }, async () => {
    const { port } = await startStubInstance({ onRequest: (_req, res) => res.end() });
    expect(await watch(port)).toBe("");
    expect(await watch(await freePort())).toBe("");
  });
});
