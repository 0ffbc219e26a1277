import { startVelvetgate, type Velvetgate } from "./velvetgate";

const preload = new URL("faulty.mjs", import.meta.url).href;

/** The built site, in which a request can say what is to fail (`faults`). */
export function startFaultySite(env: Record<string, string>): Promise<Velvetgate> {
  return startVelvetgate({
    env: { NODE_OPTIONS: `--import=${preload}`, RELEASE: "r1", ENVIRONMENT: "test", ...env },
  });
}

export type Place =
  | "loader"
  | "action"
  | "render"
  | "template"
  | "pipeline"
  | "uncaught"
  | "rejection"
  | "console";

/** Headers of a request that makes this place fail; no page that is everybody's answers it. */
export function faults(place: Place, says = "as planned"): Record<string, string> {
  return { "X-Fault": place, "X-Fault-Says": encodeURIComponent(says), "X-Forwarded-For": "10.3.2.1" };
}
