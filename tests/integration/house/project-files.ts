import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../..", import.meta.url));

export interface ProjectFile {
  /** The path relative to the project's folder, with forward slashes. */
  path: string;
  text: string;
}

/** Returns all files in these folders (or single files) with one of the extensions, except tests of app/. */
export function readProjectFiles(searchedPaths: string[], extensions: string[]): ProjectFile[] {
  return readFilesAndTests(searchedPaths, extensions).filter(
    ({ path }) => !(path.startsWith("app/") && path.includes(".test.")),
  );
}

/** Returns all files in these folders (or single files) with one of the extensions, including tests of app/. */
export function readFilesAndTests(searchedPaths: string[], extensions: string[]): ProjectFile[] {
  return searchedPaths
    .flatMap((searchedPath) => listFilesUnder(join(root, searchedPath)))
    .filter((path) => extensions.some((extension) => path.endsWith(extension)))
    .map((path) => ({ path: relative(root, path).replaceAll("\\", "/"), text: readFileSync(path, "utf8") }));
}

function listFilesUnder(path: string): string[] {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats?.isDirectory()) return stats ? [path] : [];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((directoryEntry) => directoryEntry.isFile())
    .map((directoryEntry) => join(directoryEntry.parentPath, directoryEntry.name))
    .filter((file) => !file.includes("node_modules"));
}
