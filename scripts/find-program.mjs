import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** Where a program is: the chosen place first, then PATH, then where packages put it. */
export function findProgram(name, chosen) {
  const usual = ["/usr/bin", "/usr/sbin", "/opt/homebrew/bin"];
  const folders = [...(process.env.PATH ?? "").split(delimiter), ...usual];
  const places = folders.filter(Boolean).map((folder) => join(folder, name));
  return [...(chosen ? [chosen] : []), ...places].find((path) => existsSync(path));
}
