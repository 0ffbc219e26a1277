import { execFileSync } from "node:child_process";
import { createReadStream, mkdtempSync, openSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, it, onTestFinished } from "vitest";
import { createLineWriter } from "./line-writer.server";

it("line writer reports how many lines were lost while the reader of the log did not read", async () => {
  const folder = mkdtempSync(join(tmpdir(), "velvetgate-lines-"));
  const fifo = join(folder, "log");
  execFileSync("mkfifo", [fifo]);
  const { write, getLostLineCount } = createLineWriter(openSync(fifo, "r+"));
  const line = `${"x".repeat(1024 * 1024)}\n`;
  for (let count = 0; count < 34; count += 1) write(line);
  const lostLineCount = getLostLineCount();
  expect(lostLineCount).toBeGreaterThan(0);

  const reader = createReadStream(fifo);
  onTestFinished(() => {
    reader.destroy();
    rmSync(folder, { recursive: true });
  });
  for await (const loggedLine of createInterface({ input: reader }))
    if (loggedLine.startsWith("{")) {
      expect(JSON.parse(loggedLine)).toMatchObject({ level: 40, code: "EAGAIN", lostLines: lostLineCount });
      break;
    }
});
