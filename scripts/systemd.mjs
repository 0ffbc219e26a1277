import { aptInstall } from "./apt.mjs";
import { findProgram } from "./find-program.mjs";

/** Returns the path of systemd-analyze: the variable SYSTEMD_ANALYZE if set, otherwise the machine's program. */
export function findSystemdAnalyze() {
  return findProgram("systemd-analyze", process.env.SYSTEMD_ANALYZE);
}

/** Installs systemd's tools on Linux if they are missing. Other systems have no systemd. */
export async function ensureSystemdAnalyze() {
  if (process.platform !== "linux" || findSystemdAnalyze()) return;
  if (await aptInstall("systemd", "the test of its unit")) return;
  throw new Error(
    "A test needs systemd-analyze: please install systemd, or name its program in SYSTEMD_ANALYZE",
  );
}
