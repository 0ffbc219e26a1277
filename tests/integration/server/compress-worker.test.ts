import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compressInThisThread, compressInWorker } from "~/server/precompressed/compress-blocks.server";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "compress-worker-"));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

function createProgramFile(programText: string): string {
  const file = join(folder, "worker.mjs");
  writeFileSync(file, programText);
  return file;
}

const htmlParts = ["<p>".repeat(300), `</p>${"<b>".repeat(300)}`, "</b>"].map((part) => Buffer.from(part));

describe("compressInWorker (docs/decisions/precompressed-templates.md)", () => {
  it.each(["br", "gzip"] as const)(
    "returns the same blocks as compression in the main thread, in %s",
    async (encoding) => {
      const errors: unknown[] = [];
      const compress = compressInWorker(resolve("build/compress-worker.js"), (error) => errors.push(error));
      const job = { encoding, textParts: htmlParts, valueLengths: [4, 7], firstSlots: [0, 1] };
      expect(await compress(job)).toEqual(await compressInThisThread(job));
      expect(errors).toEqual([]);
    },
  );

  it.each([
    ["is missing", () => join(folder, "missing.mjs")],
    ["throws", () => createProgramFile(`throw new Error("broken");`)],
    ["ends without a response", () => createProgramFile("process.exit(0);")],
  ])("compresses in the main thread and reports the error if the worker %s", async (_, file) => {
    const errors: unknown[] = [];
    const compress = compressInWorker(file(), (error) => errors.push(error));
    const job = { encoding: "br", textParts: htmlParts, valueLengths: [4, 7], firstSlots: [0, 1] } as const;
    expect(await compress(job)).toEqual(await compressInThisThread(job));
    expect(errors).toHaveLength(1);
  });
});
