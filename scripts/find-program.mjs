import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/**
 * Returns the path of a program. It looks at a custom path first, then in the folders of PATH, then in the usual
 * folders.
 */
export function findProgram(name, customPath) {
  const usual = ["/usr/bin", "/usr/sbin", "/opt/homebrew/bin"];
  const folders = [...(process.env.PATH ?? "").split(delimiter), ...usual];
  const places = folders.filter(Boolean).map((folder) => join(folder, name));
  return [...(customPath ? [customPath] : []), ...places].find((path) => existsSync(path));
}
