import autocannon from "autocannon";
import { readFileSync } from "node:fs";
import { Agent, get } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { infoPages } from "../../app/domain/info-pages";
import { products } from "../../app/domain/products";
import { localeCodes } from "../../app/i18n/locales";
import type { Metric } from "./metric";
import { startSite, type BenchmarkServer } from "./servers";
import { connectionCounts, pathByVisit, visitorHeaders } from "./visits";

/** Measures health probes under load, refused forms, and the first seconds of an instance. */
export async function measureCrowds(acqUrl: string): Promise<Metric[]> {
  const metrics = [
    await measureHealthProbes(await startSite(acqUrl)),
    await measureRefusalCost(await startSite(acqUrl)),
  ];
  return [...metrics, await measureFirstSecond(acqUrl)];
}

const landingPaths = [
  "",
  "/viral",
  "/social",
  "/membership-interest",
  "/registration/gift-voucher",
  "/error/404",
  ...products.map(({ slug }) => `/products/${slug}`),
  ...infoPages.map(({ slug }) => `/info/${slug}`),
];
const probeSeconds = 20;

/** Measures the slowest health probe while 150 connections request all variants of the shared pages in turn. */
async function measureHealthProbes({ origin }: BenchmarkServer): Promise<Metric> {
  const pageVariants = localeCodes.flatMap((locale) =>
    landingPaths.flatMap((path) =>
      ["", "on"].flatMap((saveDataValue) =>
        [`/${locale}${path}`, path || "/"].map((path) => ({
          path,
          headers: { ...visitorHeaders, "accept-language": locale, "save-data": saveDataValue },
        })),
      ),
    ),
  );
  const agent = new Agent({ keepAlive: true, maxSockets: 150 });
  const endTime = performance.now() + probeSeconds * 1000;
  let requestedPageCount = 0;
  async function requestPageVariants(): Promise<void> {
    for (; performance.now() < endTime; requestedPageCount += 1) {
      const pageVariant = pageVariants[requestedPageCount % pageVariants.length];
      if (pageVariant) await sendRequest(`${origin}${pageVariant.path}`, pageVariant.headers, agent);
    }
  }
  const slowestProbeMs = { "/healthz": 0, "/readyz": 0 };
  async function probeEndpoint(path: keyof typeof slowestProbeMs): Promise<void> {
    while (performance.now() < endTime) {
      const startTime = performance.now();
      await sendRequest(`${origin}${path}`, {}, undefined);
      slowestProbeMs[path] = Math.max(slowestProbeMs[path], performance.now() - startTime);
      await delay(100);
    }
  }
  await Promise.all([
    probeEndpoint("/healthz"),
    probeEndpoint("/readyz"),
    ...Array.from({ length: 150 }, requestPageVariants),
  ]);
  agent.destroy();
  const [health, ready] = [slowestProbeMs["/healthz"] / 1000, slowestProbeMs["/readyz"] / 1000];
  const metricNote = `healthz ${health.toFixed(2)} s, readyz ${ready.toFixed(2)} s, beside ${requestedPageCount} pages`;
  return { key: "probes", value: Math.max(health, ready), note: metricNote };
}

function sendRequest(url: string, headers: Record<string, string>, agent: Agent | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { headers, ...(agent ? { agent } : { agent: false }) }, (response) => {
      response.resume().once("end", resolve).once("error", reject);
    }).once("error", reject);
  });
}

const refusedPageCount = 4000;
const rateLimitedClientHeaders = { ...visitorHeaders, "x-forwarded-for": "203.0.113.1" };

/**
 * Measures the processor time of a form request that is refused with 429, relative to one that is answered with the
 * form.
 */
async function measureRefusalCost(site: BenchmarkServer): Promise<Metric> {
  const url = `${site.origin}${pathByVisit.form}`;
  for (let codeNumber = 0; codeNumber < 45; codeNumber += 1)
    await sendRequest(
      `${site.origin}/registration/formstarted?rc=UNKNOWN${codeNumber}`,
      rateLimitedClientHeaders,
      undefined,
    );
  async function measureProcessorMsPerPage(
    headers: Record<string, string>,
    isRefused: boolean,
  ): Promise<number> {
    const options = { url, headers, connections: connectionCounts.form, timeout: 60, duration: 60 };
    await autocannon({ ...options, maxOverallRequests: refusedPageCount });
    const processorMsBefore = readProcessorMs(site);
    const { non2xx } = await autocannon({ ...options, maxOverallRequests: refusedPageCount });
    if (non2xx !== (isRefused ? refusedPageCount : 0)) throw new Error(`${non2xx} answers other than 2xx`);
    return (readProcessorMs(site) - processorMsBefore) / refusedPageCount;
  }
  const servedPageMs = await measureProcessorMsPerPage(visitorHeaders, false);
  const refusedPageMs = await measureProcessorMsPerPage(rateLimitedClientHeaders, true);
  return {
    key: "refused",
    value: refusedPageMs / servedPageMs,
    note: `${refusedPageMs.toFixed(2)} ms to ${servedPageMs.toFixed(2)} ms`,
  };
}

/** Returns user and system time of all threads, in milliseconds. */
function readProcessorMs({ child }: BenchmarkServer): number {
  const [, fields = ""] = readFileSync(`/proc/${child.pid}/stat`, "utf8").split(") ");
  const [user = 0, system = 0] = fields.split(" ").slice(11, 13).map(Number);
  return (user + system) * 10;
}

const measuredSeconds = 10;
const warmUpSeconds = 5;

/** Measures how many form pages an instance sends in its first second, relative to the number in its tenth second. */
async function measureFirstSecond(acqUrl: string): Promise<Metric> {
  // Warms up acq and the load generator with another instance, so that only the measured instance is cold.
  const warmUpSite = await startSite(acqUrl);
  await countFormsInEachSecond(warmUpSite, warmUpSeconds);
  await warmUpSite.child.stop();
  const formCountsBySecond = await countFormsInEachSecond(await startSite(acqUrl), measuredSeconds);
  const [firstSecond = 0] = formCountsBySecond;
  return {
    key: "firstSecond",
    value: firstSecond / (formCountsBySecond.at(-1) ?? 1),
    note: formCountsBySecond.join(", "),
  };
}

async function countFormsInEachSecond(site: BenchmarkServer, seconds: number): Promise<number[]> {
  const formCountsBySecond = Array<number>(seconds).fill(0);
  const agent = new Agent({ keepAlive: true, maxSockets: connectionCounts.form });
  const startTime = performance.now();
  async function requestForms(): Promise<void> {
    for (;;) {
      await sendRequest(`${site.origin}${pathByVisit.form}`, visitorHeaders, agent);
      const secondIndex = Math.floor((performance.now() - startTime) / 1000);
      if (secondIndex >= seconds) return;
      formCountsBySecond[secondIndex] = (formCountsBySecond[secondIndex] ?? 0) + 1;
    }
  }
  await Promise.all(Array.from({ length: connectionCounts.form }, requestForms));
  agent.destroy();
  return formCountsBySecond;
}
