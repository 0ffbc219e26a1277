import { aptInstall } from "./apt.mjs";
import { findProgram } from "./find-program.mjs";

/** Returns the machine's haproxy, HAPROXY first; the tests start it themselves, on a free port. */
export function findHaproxy() {
  return findProgram("haproxy", process.env.HAPROXY);
}

/** Installs HAProxy if it is missing: Debian's package where apt may be used. */
export async function ensureHaproxy() {
  if (findHaproxy() || (await aptInstall("haproxy", "the browser tests"))) return;
  throw new Error("The browser tests need haproxy: please install it, or name its program in HAPROXY");
}
