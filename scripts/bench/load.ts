import autocannon from "autocannon";
import type { BenchmarkServer } from "./servers";
import { computeMedian } from "./statistics";
import { connectionCounts, pathByVisit, type Visit, visitorHeaders } from "./visits";

const roundCount = 5;

/**
 * Returns the pages per second of each server: the median of several rounds. First each server is warmed up, then the
 * rounds alternate between the servers.
 */
export async function measureRates(
  servers: readonly BenchmarkServer[],
  visit: Visit,
  seconds: number,
): Promise<number[]> {
  for (const server of servers) await applyLoad(server, visit, { duration: 2 * seconds });
  return measureAlternately(servers, async (server) => {
    const { pages, duration } = await applyLoad(server, visit, { duration: seconds });
    return pages / duration;
  });
}

/** Returns the median rate of each server over alternating rounds, so that a disturbance affects all servers. */
export async function measureAlternately(
  servers: readonly BenchmarkServer[],
  measureServer: (server: BenchmarkServer) => Promise<number>,
): Promise<number[]> {
  const requestRatesByServer = servers.map((): number[] => []);
  for (let round = 0; round < roundCount; round += 1)
    for (const [index, server] of servers.entries())
      requestRatesByServer[index]?.push(await measureServer(server));
  return requestRatesByServer.map(computeMedian);
}

/**
 * The maximum share of requests that may be refused. Behind remix-serve, all requests have one client address, so a
 * limit per client refuses some of them. The results include only served pages.
 */
const maxRefusedShare = 0.1;

/**
 * Requests one page repeatedly. Throws if requests fail.
 *
 * @param limits.duration - the maximum duration in seconds; the run ends at the limit that is reached first
 * @param limits.pages - the maximum number of requests
 */
export async function applyLoad(
  { name, origin }: BenchmarkServer,
  visit: Visit,
  limits: { duration: number; pages?: number },
): Promise<{ pages: number; duration: number }> {
  const path = pathByVisit[visit];
  let clientNumber = 0;
  const result = await autocannon({
    url: `${origin}${path}`,
    headers: visitorHeaders,
    connections: connectionCounts[visit],
    // Gives each connection its own IP network, since the site limits the open calls to acq for each network.
    setupClient: (client) => {
      clientNumber += 1;
      client.setHeaders({ ...visitorHeaders, "x-forwarded-for": `10.0.${clientNumber}.1` });
    },
    // The timeout is long, because a slow response is not an error: only the number of pages counts.
    timeout: 60,
    duration: limits.duration,
    ...(limits.pages !== undefined && { maxOverallRequests: limits.pages }),
  });
  const refusedShare = result.non2xx / (result["2xx"] + result.non2xx);
  if (result.errors > 0 || refusedShare > maxRefusedShare)
    throw new Error(`${name} at ${path}: ${result.errors} errors, ${result.non2xx} answers other than 2xx`);
  await waitUntilServerIsIdle(`${origin}${path}`);
  return { pages: result["2xx"], duration: result.duration };
}

/**
 * Waits until the server has handled its open requests, so that the next measured server has the machine for itself.
 */
async function waitUntilServerIsIdle(url: string): Promise<void> {
  const response = await fetch(url, { headers: visitorHeaders });
  await response.arrayBuffer();
}
