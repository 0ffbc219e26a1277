import { accessSync, constants, existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { exitWith } from "./program.server";

const buildRemedy = "run npm run build, or install the release again";

/** Exits the process if the error shows that a file of the build could not be loaded. */
export function exitIfFileDamaged(file: string, error: unknown): void {
  if (error instanceof SyntaxError || (error instanceof Error && "code" in error))
    exitWith(`${file}, or a file that it imports, is missing or damaged: ${buildRemedy}`);
}

const sizesSchema = z.record(z.string(), z.number());

/**
 * Exits the process if a script, style, font or picture of the pages is missing or has another size than in the build,
 * as in an incomplete copy or a mixture of two builds, or if the process's user may not read it.
 *
 * @param siteFile - the built pages, which name every file that they use
 * @param sizesFile - the sizes that the build wrote, by the paths of the files
 * @param folder - the folder of the files for browsers
 */
export function requireBrowserFiles(siteFile: string, sizesFile: string, folder: string): void {
  const sizeByFile = sizesSchema.parse(JSON.parse(readFileSync(sizesFile, "utf8")));
  const usedFiles = readFileSync(siteFile, "utf8").matchAll(/"\/(assets\/[\w.-]+)"/g);
  for (const path of new Set([
    ...Object.keys(sizeByFile),
    ...Array.from(usedFiles, ([, name = ""]) => name),
  ])) {
    const file = join(folder, path);
    requireFile(file);
    if (statSync(file).size !== sizeByFile[path]) exitWith(`${file} is damaged: ${buildRemedy}`);
  }
}

function requireFile(path: string): void {
  try {
    accessSync(path, constants.R_OK);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EACCES")
      exitWith(`${path} is not readable for the user of this process: correct the owner or mode of build/`);
    exitWith(`${path} is missing: the folder build/ is not whole; ${buildRemedy}`);
  }
}

/** Returns the file name of the browsers' error reporter, which contains a hash; undefined without a build. */
export function findReporterFile(folder: string): string | undefined {
  if (!existsSync(folder)) return undefined;
  return readdirSync(folder).find((file) => /^browser-reporter-\w+\.js$/.test(file));
}
