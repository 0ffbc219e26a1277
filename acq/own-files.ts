import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/**
 * Returns the content of a file of this folder. The file is in another place when this module is bundled.
 *
 * @param path - the file's path in this folder
 */
export function readOwnFile(path: string): Buffer {
  const possiblePaths = [`./${path}`, `../acq/${path}`].map((possiblePath) =>
    fileURLToPath(new URL(possiblePath, import.meta.url)),
  );
  const existingPath = possiblePaths.find((possiblePath) => existsSync(possiblePath));
  if (existingPath === undefined) throw new Error(`${path} is neither at ${possiblePaths.join(" nor at ")}`);
  return readFileSync(existingPath);
}
