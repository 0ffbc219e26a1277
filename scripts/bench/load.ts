import autocannon from "autocannon";
import type { Server } from "./servers";
import { median } from "./statistics";
import { connections, paths, type Visit, visitorHeaders } from "./visits";

const rounds = 5;

/** Pages per second of each server, in their order: warmed up one by one, then in turns, medians. */
export async function rates(servers: readonly Server[], visit: Visit, seconds: number): Promise<number[]> {
  for (const server of servers) await load(server, visit, { duration: 2 * seconds });
  return interleaved(servers, async (server) => {
    const { pages, duration } = await load(server, visit, { duration: seconds });
    return pages / duration;
  });
}

/** The median of each server over rounds in which all have their turn: what disturbs one disturbs all. */
export async function interleaved(
  servers: readonly Server[],
  measure: (server: Server) => Promise<number>,
): Promise<number[]> {
  const measured = servers.map((): number[] => []);
  for (let round = 0; round < rounds; round += 1)
    for (const [index, server] of servers.entries()) measured[index]?.push(await measure(server));
  return measured.map(median);
}

/**
 * Asks for one page over and over. Throws when any answer is not the page.
 * @param limits.duration seconds at the most
 * @param limits.pages pages at the most
 */
export async function load(
  { name, origin }: Server,
  visit: Visit,
  limits: { duration: number; pages?: number },
): Promise<{ pages: number; duration: number }> {
  const path = paths[visit];
  const result = await autocannon({
    url: `${origin}${path}`,
    headers: visitorHeaders,
    connections: connections[visit],
    // Slow is not wrong: what counts is how many pages came.
    timeout: 60,
    duration: limits.duration,
    ...(limits.pages !== undefined && { maxOverallRequests: limits.pages }),
  });
  if (result.errors > 0 || result.non2xx > 0)
    throw new Error(`${name} at ${path}: ${result.errors} errors, ${result.non2xx} answers other than 2xx`);
  await settled(`${origin}${path}`);
  return { pages: result["2xx"], duration: result.duration };
}

/** What was still asked for at the end is worked off first, so that the next server has the machine to itself. */
async function settled(url: string): Promise<void> {
  const response = await fetch(url, { headers: visitorHeaders });
  await response.arrayBuffer();
}
