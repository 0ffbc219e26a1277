import { aptInstall } from "./apt.mjs";
import { findProgram } from "./find-program.mjs";

/** The machine's redis-server, REDIS_SERVER first; the tests start it themselves, on a port of their own. */
export function findRedis() {
  return findProgram("redis-server", process.env.REDIS_SERVER);
}

/** Installs Redis where there is none: Debian's package where apt may be used. */
export async function ensureRedis() {
  if (findRedis() || (await aptInstall("redis-server", "the tests of shared limits"))) return;
  throw new Error("The tests need redis-server: please install Redis, or name its server in REDIS_SERVER");
}
