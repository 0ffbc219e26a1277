import { aptInstall } from "./apt.mjs";
import { findProgram } from "./find-program.mjs";

/** The machine's nginx, NGINX first; the tests start it themselves, on a port of their own. */
export function findNginx() {
  return findProgram("nginx", process.env.NGINX);
}

/** Installs nginx where there is none: Debian's package where apt may be used. */
export async function ensureNginx() {
  if (findNginx() || (await aptInstall("nginx", "the browser tests"))) return;
  throw new Error("The browser tests need nginx: please install it, or name its program in NGINX");
}
