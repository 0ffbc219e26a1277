import { existsSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { readProjectFiles } from "./project-files";

/**
 * For each folder of app/, the other folders from which it may import (docs/decisions/folders.md). Each folder may
 * import only from folders above it in this list, so that no cycle between folders is possible.
 */
const allowedImports: Record<string, string[]> = {
  utils: [],
  i18n: ["utils"],
  crypto: [],
  config: ["i18n", "utils"],
  acq: ["config"],
  telemetry: ["acq", "config", "utils"],
  domain: ["acq", "utils"],
  cookies: [],
  experiments: ["config", "cookies", "crypto", "domain", "i18n", "telemetry"],
  ui: ["domain", "i18n"],
  request: [
    "acq",
    "config",
    "cookies",
    "crypto",
    "domain",
    "experiments",
    "i18n",
    "routes.ts",
    "telemetry",
    "ui",
    "utils",
  ],
  browser: ["cookies", "domain", "i18n", "telemetry", "ui"],
  server: [
    "acq",
    "config",
    "cookies",
    "crypto",
    "domain",
    "experiments",
    "i18n",
    "request",
    "telemetry",
    "utils",
  ],
  routes: ["acq", "cookies", "crypto", "domain", "experiments", "i18n", "request", "ui"],
};

interface Import {
  importer: string;
  imported: string;
}

const codeFiles = readProjectFiles(["app", "acq"], [".ts", ".tsx"]);
const imports = codeFiles.flatMap(({ path, text }) =>
  ts
    .preProcessFile(text)
    .importedFiles.map(({ fileName }) => ({ importer: path, imported: resolveImportedFile(path, fileName) }))
    .filter(({ imported }) => imported !== ""),
);

/** Returns the path of an imported file from the project's folder, or "" for a package. */
function resolveImportedFile(importer: string, name: string): string {
  const [path = ""] = name.split("?");
  if (!/^[~.]/.test(path)) return "";
  const importPath = path.startsWith("~/") ? join("app", path.slice(2)) : join(importer, "..", path);
  const file = ["", ".ts", ".tsx", ".d.ts"]
    .map((suffix) => importPath + suffix)
    .find((file) => /\.\w+$/.test(file) && existsSync(file));
  if (file === undefined) throw new Error(`${importer} imports ${name}, which is not there`);
  return file;
}

const isUnder = (file: string, importPath: string): boolean =>
  file === importPath || file.startsWith(`${importPath}/`);

const describeImports = (isForbidden: (checkedImport: Import) => boolean): string[] =>
  imports.filter(isForbidden).map(({ importer, imported }) => `${importer} imports ${imported}`);

describe("check of import directions (docs/decisions/folders.md)", () => {
  it("lists every folder of app/", () => {
    const folders = codeFiles.flatMap(({ path }) => /^app\/([^/]+)\//.exec(path)?.[1] ?? []);
    expect(Object.keys(allowedImports).sort()).toEqual([...new Set(folders)].sort());
  });

  it("finds imports in every folder that may import another folder", () => {
    const importers = new Set(imports.map(({ importer }) => importer.split("/")[1]));
    const folders = Object.keys(allowedImports).filter((folder) => allowedImports[folder]?.length);
    expect(folders.filter((folder) => !importers.has(folder))).toEqual([]);
  });

  it("lets a folder import only folders that are above it in the table", () => {
    const folders = Object.keys(allowedImports);
    const importsFromBelow = Object.entries(allowedImports).flatMap(([folder, allowedFolders]) =>
      allowedFolders
        .filter((name) => folders.indexOf(name) >= folders.indexOf(folder))
        .map((name) => `${folder} imports ${name}`),
    );
    expect(importsFromBelow).toEqual([]);
  });

  it.each(Object.entries(allowedImports))("lets %s/ import only itself and %j", (folder, allowedFolders) => {
    const importableFolders = [folder, ...allowedFolders].map((name) => `app/${name}`);
    const isForbidden = ({ importer, imported }: Import): boolean =>
      isUnder(importer, `app/${folder}`) &&
      isUnder(imported, "app") &&
      !importableFolders.some((importPath) => isUnder(imported, importPath));
    expect(describeImports(isForbidden)).toEqual([]);
  });

  it("finds no import between the embedded acq and the site", () => {
    expect(
      describeImports(({ importer, imported }) => isUnder(importer, "acq") !== isUnder(imported, "acq")),
    ).toEqual([]);
  });

  it("finds no import of product code in app/server/precompressed (docs/decisions/precompressed-templates.md)", () => {
    const precompressedFolder = "app/server/precompressed";
    expect(
      describeImports(
        ({ importer, imported }) =>
          isUnder(importer, precompressedFolder) && !isUnder(imported, precompressedFolder),
      ),
    ).toEqual([]);
  });

  it("finds no import of a route module or of app/root.tsx", () => {
    expect(
      describeImports(
        ({ imported }) => imported === "app/root.tsx" || /^app\/routes\/.*\/route\.tsx$/.test(imported),
      ),
    ).toEqual([]);
  });

  it("finds no import between domains", () => {
    const findDomain = (file: string): string | undefined => /^app\/domain\/([^/]+)\//.exec(file)?.[1];
    const isOtherDomain = ({ importer, imported }: Import): boolean =>
      findDomain(importer) !== undefined &&
      findDomain(imported) !== undefined &&
      findDomain(importer) !== findDomain(imported);
    expect(describeImports(isOtherDomain)).toEqual([]);
  });

  it("finds no server module in schemas, which also run in browsers", () => {
    const isForbidden = ({ importer, imported }: Import): boolean =>
      /^app\/domain\/.*\.schema\.ts$/.test(importer) &&
      (isUnder(imported, "app/acq") || imported.endsWith(".server.ts"));
    expect(describeImports(isForbidden)).toEqual([]);
  });
});
