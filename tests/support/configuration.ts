import { type Config, readEnvironment } from "~/config/environment";

/**
 * Returns the configuration of a process with this environment.
 * @throws with all faults, if there are any
 */
export function configurationOf(environment: Record<string, string>): Config {
  const read = readEnvironment(environment);
  if (!read.ok) throw new Error(read.faults.join("\n"));
  return read.config;
}
