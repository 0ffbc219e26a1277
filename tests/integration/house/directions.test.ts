import { existsSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { projectFiles } from "./project-files";

/** The imports allowed for each folder of app/ in addition to its own (docs/decisions/folders.md). */
const allowed: Record<string, string[]> = {
  config: ["i18n"],
  telemetry: ["acq", "config"],
  i18n: [],
  acq: ["config"],
  domain: ["acq"],
  experiments: ["config", "domain", "i18n", "request/cookies", "request/tokens", "telemetry"],
  ui: ["domain", "i18n"],
  request: ["acq", "config", "domain", "experiments", "i18n", "routes.ts", "telemetry", "ui"],
  browser: ["domain", "i18n", "request", "telemetry", "ui"],
  server: ["acq", "config", "domain", "experiments", "i18n", "request", "telemetry"],
  routes: ["acq", "domain", "experiments", "i18n", "request", "ui"],
};

interface Import {
  from: string;
  to: string;
}

const files = projectFiles(["app", "acq"], [".ts", ".tsx"]);
const imports = files.flatMap(({ path, text }) =>
  ts
    .preProcessFile(text)
    .importedFiles.map(({ fileName }) => ({ from: path, to: fileOf(path, fileName) }))
    .filter(({ to }) => to !== ""),
);

/** Returns the path of an imported file from the project's folder, or "" for a package. */
function fileOf(importer: string, name: string): string {
  const [path = ""] = name.split("?");
  if (!/^[~.]/.test(path)) return "";
  const place = path.startsWith("~/") ? join("app", path.slice(2)) : join(importer, "..", path);
  const file = ["", ".ts", ".tsx", ".d.ts"]
    .map((ending) => place + ending)
    .find((one) => /\.\w+$/.test(one) && existsSync(one));
  if (file === undefined) throw new Error(`${importer} imports ${name}, which is not there`);
  return file;
}

const isUnder = (file: string, place: string): boolean => file === place || file.startsWith(`${place}/`);

const wrong = (isWrong: (one: Import) => boolean): string[] =>
  imports.filter(isWrong).map(({ from, to }) => `${from} imports ${to}`);

describe("import directions (docs/decisions/folders.md)", () => {
  it("include imports from every folder", () => {
    const folders = [...new Set(imports.map(({ from }) => from.split("/").slice(0, 2).join("/")))];
    expect(folders).toEqual(expect.arrayContaining(Object.keys(allowed).map((folder) => `app/${folder}`)));
  });

  it.each(Object.entries(allowed))("let %s/ import only itself and %j", (folder, others) => {
    const places = [folder, ...others].map((name) => `app/${name}`);
    const isWrong = ({ from, to }: Import): boolean =>
      isUnder(from, `app/${folder}`) && isUnder(to, "app") && !places.some((place) => isUnder(to, place));
    expect(wrong(isWrong)).toEqual([]);
  });

  it("separate the embedded acq from the site", () => {
    expect(wrong(({ from, to }) => isUnder(from, "acq") !== isUnder(to, "acq"))).toEqual([]);
  });

  it("keep app/server/precompressed independent of the product (docs/decisions/precompressed-templates.md)", () => {
    const precompressed = "app/server/precompressed";
    expect(wrong(({ from, to }) => isUnder(from, precompressed) && !isUnder(to, precompressed))).toEqual([]);
  });

  it("forbid imports of a route or of the root", () => {
    expect(wrong(({ to }) => to === "app/root.tsx" || /^app\/routes\/.*\/route\.tsx$/.test(to))).toEqual([]);
  });

  it("forbid imports between domains", () => {
    const domainOf = (file: string): string | undefined => /^app\/domain\/([^/]+)\//.exec(file)?.[1];
    const isOther = ({ from, to }: Import): boolean =>
      domainOf(from) !== undefined && domainOf(to) !== undefined && domainOf(from) !== domainOf(to);
    expect(wrong(isOther)).toEqual([]);
  });

  it("keep schemas, which also run in browsers, free of server modules", () => {
    const isWrong = ({ from, to }: Import): boolean =>
      /^app\/domain\/.*\.schema\.ts$/.test(from) && (isUnder(to, "app/acq") || to.endsWith(".server.ts"));
    expect(wrong(isWrong)).toEqual([]);
  });
});
