import { aptInstall } from "./apt.mjs";
import { findProgram } from "./find-program.mjs";

/**
 * Returns the path of haproxy: the variable HAPROXY if set, otherwise the machine's program. Tests start it on a free
 * port.
 */
export function findHaproxy() {
  return findProgram("haproxy", process.env.HAPROXY);
}

/** Installs HAProxy if it is missing: Debian's package if apt is available. */
export async function ensureHaproxy() {
  if (findHaproxy() || (await aptInstall("haproxy", "the browser tests"))) return;
  throw new Error("The browser tests need haproxy: please install it, or name its program in HAPROXY");
}
