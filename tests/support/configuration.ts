import { type Config, readEnvironment } from "~/config/environment";

/** The configuration of a process with this environment. @throws with each fault, if it has any */
export function configurationOf(environment: Record<string, string>): Config {
  const read = readEnvironment(environment);
  if (!read.ok) throw new Error(read.faults.join("\n"));
  return read.config;
}
