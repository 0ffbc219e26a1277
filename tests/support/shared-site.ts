import { startVelvetgate, type TestSite, type Velvetgate } from "./velvetgate";

/** The running sites, by the settings with which they were started. */
const sites = new Map<string, Promise<TestSite>>();
const runningSites: Velvetgate[] = [];

/**
 * Returns a site shared by all test files of a worker, which share their modules (vitest.config.ts). The site starts on
 * the first call. Other tests use its page cache, codes and addresses too.
 *
 * Tests therefore use visitors (each has its own client address) and e-mail addresses of their own. A test that reads
 * the log, stops the site or acq, or uses up a code starts its own site (velvetgate.ts).
 */
export async function getSharedSite(settings: { basePath?: string } = {}): Promise<TestSite> {
  const key = JSON.stringify(settings);
  const site = sites.get(key) ?? startSite(settings);
  sites.set(key, site);
  return site;
}

async function startSite(settings: { basePath?: string }): Promise<TestSite> {
  const site = await startVelvetgate(settings);
  if (runningSites.length === 0) onProcessExit(() => runningSites.forEach((site) => void site.stop()));
  runningSites.push(site);
  return site;
}

/** Runs a function when the test worker ends: Vitest sends SIGTERM to the worker after the last test and hook. */
function onProcessExit(stopSite: () => void): void {
  process.once("exit", stopSite).once("SIGTERM", () => process.exit());
}
