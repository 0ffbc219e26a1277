import { acqOutside, type AcqOutside } from "./acq-outside";
import { freePort } from "./free-port";
import { startProcess, waitUntilReady, type HeardProcess } from "./server-process";

export type { Fault, Mail } from "./acq-outside";

/** A running site and its acq. */
export interface OpenSite extends AcqOutside {
  origin: string;
  /** The address of a path of the site, under its base path. */
  url: (path: string) => string;
  /** Everything that it has written until now. */
  log: () => string;
}

/** A site of one process, with an embedded acq of its own. */
export interface Velvetgate extends OpenSite {
  /** Of the process that was started. */
  pid: number;
  readLater: HeardProcess["readLater"];
  /** Ends it as an operator would; resolves to the exit code. */
  stop: () => Promise<number | null>;
}

/** What tests of the built site say, wherever its acq is. */
export const testedSite = {
  FORM_MIN_SECONDS: "0",
  // The same on every day of the year; a test of the seasons says its own.
  FEATURES: "seasonal-banner=none",
  // So that a test can say which address its visitor has.
  TRUST_PROXY: "1",
};

/** What tests of an embedded acq say. */
export const testedAcq = (port: number) => ({
  ACQ_EMBEDDED_PORT: String(port),
  ACQ_EMBEDDED_DATA: ":memory:",
  ACQ_EMBEDDED_FAULTS: "true",
});

/** Starts the built site with an embedded acq that keeps nothing, on ports of its own. */
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
    ...testedAcq(acqPort),
    ...testedSite,
    ...env,
  };
  const server = startProcess(["build/server.js"], environment, { node });
  await waitUntilReady(server, `${origin}/readyz`);
  return {
    ...acqOutside(`http://127.0.0.1:${acqPort}`),
    origin,
    url: (path) => `${origin}${basePath}${path}`,
    log: () => server.log(),
    pid: server.pid,
    readLater: () => server.readLater(),
    stop: () => server.stop(),
  };
}
