import { readdirSync, readFileSync } from "node:fs";

/** The script that reports a page's errors, which is named by its content; undefined where nothing was built. */
export function builtReporter(folder: string): string | undefined {
  return unlessAbsent(() => readdirSync(folder).find((file) => /^browser-reporter-\w+\.js$/.test(file)));
}

/** What the build calls itself; undefined where nothing was built. */
export function builtRelease(file: string): string | undefined {
  return unlessAbsent(() => readFileSync(file, "utf8").trim());
}

function unlessAbsent<Found>(find: () => Found): Found | undefined {
  try {
    return find();
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}
