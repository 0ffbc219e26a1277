import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { aptInstall } from "./apt.mjs";

/** The machine's redis-server, REDIS_SERVER first; the tests start it themselves, on a port of their own. */
export function findRedis() {
  const chosen = process.env.REDIS_SERVER;
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/bin", "/opt/homebrew/bin"];
  const places = folders.filter(Boolean).map((folder) => join(folder, "redis-server"));
  return [...(chosen ? [chosen] : []), ...places].find((path) => existsSync(path));
}

/** Installs Redis where there is none: Debian's package where apt may be used. */
export async function ensureRedis() {
  if (findRedis() || (await aptInstall("redis-server", "the tests of shared limits"))) return;
  throw new Error("The tests need redis-server: please install Redis, or name its server in REDIS_SERVER");
}
