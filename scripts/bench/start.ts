import { get } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import type { Figure } from "./figure";
import { spawnSite, type Server } from "./servers";
import { median } from "./statistics";
import { paths, visitorHeaders } from "./visits";

const runs = 5;
const timeoutMs = 30_000;

/** Measures from the start of the process to the last byte of the first landing page. */
export async function measureStart(acqUrl: string): Promise<Figure[]> {
  const seconds: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const start = performance.now();
    const site = await spawnSite(acqUrl);
    await waitForFirstPage(site, start);
    seconds.push((performance.now() - start) / 1000);
    await site.child.stop();
  }
  const note = `of ${seconds.map((value) => value.toFixed(2)).join(", ")} s`;
  return [{ key: "start", value: median(seconds), note }];
}

async function waitForFirstPage({ origin, child }: Server, start: number): Promise<void> {
  while (!(await isPageAvailable(`${origin}${paths.landing}`))) {
    if (performance.now() - start > timeoutMs) throw new Error(`There is no first page:\n${child.log()}`);
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
