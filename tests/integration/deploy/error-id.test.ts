import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";

const request = "acq-frontend-d4bcba62-58c5-4f32-9d20-219c4a1ee70b";
const attemptId = "acq-frontend-d6463089-99e2-4062-add3-da5c12da1b8b";
const lines = [
  { correlationId: attemptId, requestId: request, msg: "acq: network error" },
  { correlationId: request, route: "/registration/formstarted", msg: "request" },
  { correlationId: "acq-frontend-31b86810-181d-4572-bbf0-1661c89cfc76", msg: "request" },
];

it("runbook command finds all log lines of a request by the id of the request or of an attempt", () => {
  const folder = mkdtempSync(join(tmpdir(), "velvetgate-log-"));
  const file = join(folder, "log");
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  const runbook = readFileSync("docs/operate/runbook.md", "utf8");
  const logSearchCommand = /^## A visitor quotes an error id[^]*?```sh\n([^]*?)```/m.exec(runbook)?.[1] ?? "";
  const findLogLines = (id: string) => {
    const commandWithId = logSearchCommand
      .replace(/^ID=.*/, `ID=${id}`)
      .replace(/journalctl[^;]*/, `cat ${file}`);
    // grep exits with 1 when it finds nothing, and with 2 when it fails.
    const { stdout, stderr, status } = spawnSync("sh", ["-c", commandWithId], { encoding: "utf8" });
    expect([stderr, status]).toEqual(["", stdout === "" ? 1 : 0]);
    const lines = stdout.split("\n").filter((line) => line !== "");
    return lines.map((line): unknown => JSON.parse(line));
  };
  expect(findLogLines(attemptId)).toEqual(lines.slice(0, 2));
  expect(findLogLines(request)).toEqual(lines.slice(0, 2));
  expect(findLogLines("acq-frontend-of-last-week")).toEqual([]);
  rmSync(folder, { recursive: true });
});
