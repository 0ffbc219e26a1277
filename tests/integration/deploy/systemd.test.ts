import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { findProgram } from "../../../scripts/programs.mjs";
import { freePort } from "../../support/free-port";
import { startStubInstance } from "./stub-instance";

const unitFile = "deploy/systemd/velvetgate@.service";

// Only Linux has systemd.
it.runIf(process.platform === "linux")(
  "velvetgate@.service has an exposure level below 3 of 10 in systemd-analyze",
  () => {
    const program = findProgram("systemd-analyze") ?? "systemd-analyze";
    const args = ["security", "--offline=true", "--threshold=30", "--no-pager", unitFile];
    const { status, stdout, stderr } = spawnSync(program, args, { encoding: "utf8" });
    expect(status, stdout + stderr).toBe(0);
    expect(stdout).toMatch(/Overall exposure level for velvetgate@\w+\.service: [0-2]\.\d/);
    // systemd only warns about an unknown key and ignores it, so a misspelt restriction would have no effect.
    expect(stderr).not.toMatch(/Unknown|ignoring/);
  },
);

it("velvetgate@.service and the container start the server with the same options", () => {
  const container = /^CMD \[(.*)\]$/m.exec(readFileSync("Dockerfile", "utf8"))?.[1] ?? "";
  const args = container.split(", ").map((argument) => argument.replaceAll('"', ""));
  expect(readFileSync(unitFile, "utf8")).toContain(`/usr/bin/${args.join(" ")}\n`);
});

/**
 * Returns the environment variables that systemd would set for an instance. EnvironmentFile overrides Environment, and
 * variables of the command `env` override both.
 */
function readEnvironment(environmentFile: Record<string, string>): Record<string, string> {
  const lines = readFileSync(unitFile, "utf8").split("\n");
  const readUnitValues = (key: string) =>
    lines.filter((line) => line.startsWith(`${key}=`)).map((line) => line.slice(key.length + 1));
  const parseAssignments = (text: string): Record<string, string> => {
    const pairs = Array.from(text.matchAll(/(?<=^| )([A-Z_]+)=(\S+)/g));
    return Object.fromEntries(pairs.map(([, name = "", value = ""]) => [name, value]));
  };
  return {
    ...parseAssignments(readUnitValues("Environment").join(" ")),
    ...environmentFile,
    ...parseAssignments(readUnitValues("ExecStart").join(" ")),
  };
}

describe("listening addresses of an instance", () => {
  it("default to the loopback address", () => {
    expect(readEnvironment({})["HOST"]).toBe("127.0.0.1");
  });

  it("follow /etc/velvetgate.env, so that HAProxy can be on another machine", () => {
    const environment = { HOST: "10.0.0.5", METRICS_HOST: "10.0.0.5" };
    expect(readEnvironment(environment)).toMatchObject({ ...environment, PORT: "%i", METRICS_PORT: "1%i" });
    for (const path of ["docs/operate/deploy.md", "docs/operate/scaling.md"])
      expect(readFileSync(path, "utf8"), path).toContain("`HOST` and `METRICS_HOST`");
  });
});

describe("watch.sh", () => {
  /** Runs watch.sh with a stub of systemctl that records its calls, and returns the recorded calls. */
  async function runWatchScript(
    port: number,
    isActive = true,
    env: Record<string, string> = {},
    expectedExitCode = 0,
  ): Promise<string> {
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
      env: { NODE_ENV: "production", PATH: path, ...env },
      stdio: "ignore",
    });
    await once(script, "close");
    expect(script.exitCode).toBe(expectedExitCode);
    return existsSync(calls) ? readFileSync(calls, "utf8") : "";
  }

  it("kills a hung instance, but not an instance that is shutting down", async () => {
    const { port } = await startStubInstance({ onRequest: () => undefined });
    const [runningLog, stoppingLog] = await Promise.all([runWatchScript(port), runWatchScript(port, false)]);
    expect(runningLog).toContain(`kill --signal=KILL velvetgate@${port}\n`);
    expect(stoppingLog).toBe(`is-active --quiet velvetgate@${port}\n`);
  });

  it("checks the address in METRICS_HOST if that variable is set", async () => {
    const hungInstance = await startStubInstance({ onRequest: () => undefined, host: "127.0.0.2" });
    expect(await runWatchScript(hungInstance.port, true, { METRICS_HOST: "127.0.0.2" })).toContain(
      "kill --signal=KILL",
    );
  });

  it("fails and kills no instance if node itself does not start", async () => {
    expect(await runWatchScript(await freePort(), true, { NODE_OPTIONS: "--no-such-option" }, 1)).toBe("");
  });

  it("kills neither an instance that answers nor an instance that refuses connections", async () => {
    const { port } = await startStubInstance({ onRequest: (_req, res) => res.end() });
    expect(await runWatchScript(port)).toBe("");
    expect(await runWatchScript(await freePort())).toBe("");
  });
});
