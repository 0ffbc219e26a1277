import { Agent, get } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { computeP99 } from "./statistics";
import type { BenchmarkServer } from "./servers";
import { visitorHeaders } from "./visits";

const visitsPerSecond = 100;
/**
 * The time limit of a request in milliseconds. A slower request is aborted, and counts as one that took this long. A
 * slow server thus does not make the measurement take minutes.
 */
const timeoutMs = 5000;

/**
 * Requests a page every 10 ms, whether or not earlier requests were answered. Returns the 99th percentile of the time
 * from a request's scheduled start to the page's end, in milliseconds. autocannon's option `rate` is not suitable: it
 * sends all requests of a second at once, and would measure its own bursts.
 */
export async function measureP99LatencyAtPace(
  { origin }: BenchmarkServer,
  path: string,
  seconds: number,
): Promise<number> {
  const agent = new Agent({ keepAlive: true });
  const startTime = performance.now();
  const latencyPromises: Promise<number>[] = [];
  for (let visit = 0; visit < seconds * visitsPerSecond; visit += 1) {
    const dueTime = startTime + (visit * 1000) / visitsPerSecond;
    await delay(Math.max(0, dueTime - performance.now()));
    latencyPromises.push(
      requestPage(agent, `${origin}${path}`, dueTime + timeoutMs).then((endTime) => endTime - dueTime),
    );
  }
  const latencies = await Promise.all(latencyPromises).finally(() => agent.destroy());
  return computeP99(latencies);
}

/**
 * Resolves to the time that the page took to arrive, in milliseconds, or to `deadline` if the request was aborted.
 */
function requestPage(agent: Agent, url: string, deadline: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = get(url, { agent, headers: visitorHeaders }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} answers ${response.statusCode ?? 0}`));
      response.once("end", () => resolve(performance.now()));
      response.once("error", reject);
      response.resume();
    });
    const deadlineTimer = setTimeout(() => {
      resolve(deadline);
      request.destroy();
    }, deadline - performance.now());
    request.once("close", () => clearTimeout(deadlineTimer));
    request.once("error", reject);
  });
}
