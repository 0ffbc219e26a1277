import { get } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import type { Metric } from "./metric";
import { startSiteWithoutWaiting, type BenchmarkServer } from "./servers";
import { computeMedian } from "./statistics";
import { pathByVisit, visitorHeaders } from "./visits";

const runCount = 5;
const timeoutMs = 30_000;

/** Measures from the start of the process to the last byte of the first landing page. */
export async function measureStart(acqUrl: string): Promise<Metric[]> {
  const startSeconds: number[] = [];
  for (let run = 0; run < runCount; run += 1) {
    const startTime = performance.now();
    const site = await startSiteWithoutWaiting(acqUrl);
    await waitForFirstPage(site, startTime);
    startSeconds.push((performance.now() - startTime) / 1000);
    await site.child.stop();
  }
  const note = `of ${startSeconds.map((value) => value.toFixed(2)).join(", ")} s`;
  return [{ key: "start", value: computeMedian(startSeconds), note }];
}

async function waitForFirstPage({ origin, child }: BenchmarkServer, startTime: number): Promise<void> {
  while (!(await isPageAvailable(`${origin}${pathByVisit.landing}`))) {
    if (performance.now() - startTime > timeoutMs)
      throw new Error(`The server sent no first page in time:\n${child.log()}`);
    await delay(5);
  }
}

/**
 * Returns true if the page is served. Uses Node's HTTP client, in which refused connections need little processor time:
 * the starting server needs both cores.
 */
function isPageAvailable(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get(url, { headers: visitorHeaders, agent: false }, (response) => {
      response.once("end", () => resolve(response.statusCode === 200));
      response.resume();
    });
    request.once("error", () => resolve(false));
  });
}
