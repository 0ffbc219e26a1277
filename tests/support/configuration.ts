import { type Config, readEnvironment } from "~/config/environment";

/**
 * Returns the configuration of a process with these environment variables.
 * @throws an error that lists all faults of the configuration, if there are any
 */
export function createConfig(environment: Record<string, string>): Config {
  const result = readEnvironment(environment);
  if (!result.ok) throw new Error(result.faults.join("\n"));
  return result.config;
}
