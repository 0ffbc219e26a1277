import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { exitWithReason } from "./program.server";

const buildRemedy = "run npm run build, or install the release again";

/** Exits the process if the error shows that a file of the build is missing or damaged. */
export function exitIfFileDamaged(file: string, error: unknown): void {
  if (error instanceof SyntaxError || (error instanceof Error && "code" in error))
    exitWithReason(`${file}, or a file that it imports, is missing or damaged: ${buildRemedy}`);
}

const fileHashesSchema = z.record(z.string(), z.string());

/**
 * Exits the process if a script, style, font or picture of the pages is missing, unreadable or damaged. Typical causes
 * are an incomplete copy, a mixture of two builds, and a loss of power. Other files for browsers are not checked:
 * operators may replace them.
 *
 * @param siteFile - the built pages, which name every file that they use
 * @param hashesFile - the SHA-256 hashes (base64url) that the build wrote, by the paths of the files
 * @param browserFilesFolder - the folder of the files for browsers
 */
export function verifyBrowserFiles(siteFile: string, hashesFile: string, browserFilesFolder: string): void {
  const hashByFile = fileHashesSchema.parse(JSON.parse(readFileSync(hashesFile, "utf8")));
  const referencedFiles = readFileSync(siteFile, "utf8").matchAll(/"\/(assets\/[\w.-]+)"/g);
  for (const path of new Set([
    ...Object.keys(hashByFile),
    ...Array.from(referencedFiles, ([, name = ""]) => name),
  ])) {
    const file = join(browserFilesFolder, path);
    const hash = createHash("sha256").update(readRequiredFile(file)).digest("base64url");
    if (hash !== hashByFile[path]) exitWithReason(`${file} is damaged: ${buildRemedy}`);
  }
}

function readRequiredFile(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "EACCES")
      exitWithReason(
        `${path} is not readable for the user of this process: correct the owner or mode of build/`,
      );
    if (code === "ENOENT")
      exitWithReason(`${path} is missing: the folder build/ is incomplete; ${buildRemedy}`);
    exitWithReason(`${path} is damaged (${String(code)}): ${buildRemedy}`);
  }
}

/** Returns the file name of the browsers' error reporter, which contains a hash; undefined without a build. */
export function findReporterFile(browserFilesFolder: string): string | undefined {
  if (!existsSync(browserFilesFolder)) return undefined;
  return readdirSync(browserFilesFolder).find((file) => /^browser-reporter-\w+\.js$/.test(file));
}
