import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** Returns the path of a program: a chosen one first, then PATH, then the usual folders. */
export function findProgram(name, chosen) {
  const usual = ["/usr/bin", "/usr/sbin", "/opt/homebrew/bin"];
  const folders = [...(process.env.PATH ?? "").split(delimiter), ...usual];
  const places = folders.filter(Boolean).map((folder) => join(folder, name));
  return [...(chosen ? [chosen] : []), ...places].find((path) => existsSync(path));
}
