import { aptInstall } from "./apt.mjs";
import { findProgram } from "./find-program.mjs";

/**
 * Returns the path of redis-server: the variable REDIS_SERVER if set, otherwise the machine's. Each test starts it on a
 * free port.
 */
export function findRedis() {
  return findProgram("redis-server", process.env.REDIS_SERVER);
}

/** Installs Redis if it is missing: Debian's package if apt is available. */
export async function ensureRedis() {
  if (findRedis() || (await aptInstall("redis-server", "the tests of shared limits"))) return;
  throw new Error("The tests need redis-server: please install Redis, or name its server in REDIS_SERVER");
}
