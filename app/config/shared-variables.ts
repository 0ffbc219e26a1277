import { createHash } from "node:crypto";
import type { Variables } from "./variables";

/** Variables in which instances of one site may differ. */
const perInstanceVariables: ReadonlySet<string> = new Set<keyof Variables>([
  "PORT",
  "HOST",
  "METRICS_PORT",
  "METRICS_HOST",
  "LOG_LEVEL",
  "RELEASE",
  "ACQ_EMBEDDED_PORT",
]);

/**
 * Returns a hash of the variables that all instances of a site must share. Operators compare the hashes in the metrics
 * of the instances. The hash includes SESSION_SECRET, so that variables cannot be guessed from the hash.
 */
export function hashSharedVariables(variables: Variables): string {
  const sharedEntries = Object.entries(variables)
    .filter(([name]) => !perInstanceVariables.has(name))
    .sort(([one], [other]) => one.localeCompare(other));
  const variablesText = JSON.stringify(sharedEntries, (_name, value: unknown) =>
    value instanceof Map || value instanceof Set ? [...value] : value,
  );
  return hashText(variablesText);
}

/** Returns a hash of the shared variables and of the values that the defaults file sets in this instance. */
export function hashSettings(sharedVariablesHash: string, defaults: object): string {
  return hashText(sharedVariablesHash + JSON.stringify(defaults));
}

function hashText(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 12);
}
