import { startVelvetgate, type OpenSite, type Velvetgate } from "./velvetgate";

/** By what they were started with. */
const sites = new Map<string, Promise<OpenSite>>();
const running: Velvetgate[] = [];

/**
 * A running site for all test files of a worker, which share their modules (vitest.config.ts), begun when one first asks
 * for it. Other tests have filled its page cache and may have used its codes and addresses: a test that counts on neither
 * takes visitors (each has a client address of its own) and e-mail addresses that are its own. Whatever reads the log,
 * stops the site or its acq, or uses a code up, starts a site of its own (velvetgate.ts).
 */
export async function sharedSite(settings: { basePath?: string } = {}): Promise<OpenSite> {
  const key = JSON.stringify(settings);
  const site = sites.get(key) ?? start(settings);
  sites.set(key, site);
  return site;
}

async function start(settings: { basePath?: string }): Promise<OpenSite> {
  const site = await startVelvetgate(settings);
  if (running.length === 0) atTheEnd(() => running.forEach((one) => void one.stop()));
  running.push(site);
  return site;
}

/** Vitest ends a worker by this signal, after its last test and every hook. */
function atTheEnd(stop: () => void): void {
  process.once("exit", stop).once("SIGTERM", () => process.exit());
}
