import { startVelvetgate, type Velvetgate } from "./velvetgate";

const preloadModuleUrl = new URL("faulty.mjs", import.meta.url).href;

/** Starts the built site. A request with the headers of `createFaultHeaders` makes a place in the site's code fail. */
export function startFaultySite(env: Record<string, string>): Promise<Velvetgate> {
  return startVelvetgate({
    env: { NODE_OPTIONS: `--import=${preloadModuleUrl}`, RELEASE: "r1", ENVIRONMENT: "test", ...env },
  });
}

export type FaultPlace =
  | "loader"
  | "action"
  | "render"
  | "template"
  | "pipeline"
  | "uncaught"
  | "rejection"
  | "console";

/**
 * Returns request headers that make the site fail at this place in its code. The headers work only for a personalized
 * page.
 */
export function createFaultHeaders(faultPlace: FaultPlace, message = "as planned"): Record<string, string> {
  return {
    "X-Fault": faultPlace,
    "X-Fault-Message": encodeURIComponent(message),
    "X-Forwarded-For": "10.3.2.1",
  };
}
