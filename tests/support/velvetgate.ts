import { createAcqControls, type AcqControls } from "./acq-controls";
import { freePort } from "./free-port";
import { startProcess, waitUntilReady, type LoggedProcess } from "./server-process";

export type { Fault, Mail } from "./acq-controls";

/** A running site and its acq. */
export interface TestSite extends AcqControls {
  origin: string;
  /** Returns the URL of a path of the site, with the base path. */
  url: (path: string) => string;
  /** Returns all output of the site so far. */
  log: () => string;
}

/** A site of one process with its own embedded acq. */
export interface Velvetgate extends TestSite {
  /** The id of the site's process. */
  pid: number;
  pauseReading: LoggedProcess["pauseReading"];
  /** Stops the site as an operator does. Resolves to the exit code. */
  stop: () => Promise<number | null>;
}

/** Environment variables for tests of the built site, with any acq. */
export const testedSiteVariables = {
  FORM_MIN_SECONDS: "0",
  // Switches the seasonal banner off, so that pages are the same all year. Tests of the seasons override this.
  FEATURES: "seasonal-banner=none",
  // Lets a test choose the client IP address by the header X-Forwarded-For.
  TRUST_PROXY: "1",
};

/** Environment variables for tests of an embedded acq. */
export const createTestedAcqVariables = (port: number) => ({
  ACQ_EMBEDDED_PORT: String(port),
  ACQ_EMBEDDED_DATA: ":memory:",
  ACQ_EMBEDDED_FAULTS: "true",
});

/** Starts the built site with an embedded acq in memory. Site and acq have ports of their own. */
export async function startVelvetgate({
  env = {},
  basePath = "",
  node,
}: { env?: Record<string, string>; basePath?: string; node?: string } = {}): Promise<Velvetgate> {
  const [port, acqPort] = await Promise.all([freePort(), freePort()]);
  const origin = `http://localhost:${port}`;
  const environment = {
    PORT: String(port),
    PUBLIC_ORIGIN: origin,
    BASE_PATH: basePath,
    ACQ_EMBEDDED: "true",
    ...createTestedAcqVariables(acqPort),
    ...testedSiteVariables,
    ...env,
  };
  const server = startProcess(["build/server.js"], environment, { node });
  await waitUntilReady(server, `${origin}/readyz`);
  return {
    ...createAcqControls(`http://127.0.0.1:${acqPort}`),
    origin,
    url: (path) => `${origin}${basePath}${path}`,
    log: () => server.log(),
    pid: server.pid,
    pauseReading: () => server.pauseReading(),
    stop: () => server.stop(),
  };
}
