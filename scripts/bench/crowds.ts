import autocannon from "autocannon";
import { readFileSync } from "node:fs";
import { Agent, get } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { infoPages } from "../../app/domain/info-pages";
import { products } from "../../app/domain/products";
import { localeCodes } from "../../app/i18n/locales";
import type { Figure } from "./figure";
import { startSite, type Server } from "./servers";
import { connectionCounts, pathByVisit, visitorHeaders } from "./visits";

/** Measures health probes under load, refused forms, and the first seconds of an instance. */
export async function measureCrowds(acqUrl: string): Promise<Figure[]> {
  const figures = [
    await measureProbes(await startSite(acqUrl)),
    await measureRefusals(await startSite(acqUrl)),
  ];
  return [...figures, await measureFirstSecond(acqUrl)];
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
const crowdSeconds = 20;

/** Measures the slowest health probe while 150 connections request all variants of the shared pages in turn. */
async function measureProbes({ origin }: Server): Promise<Figure> {
  const variants = localeCodes.flatMap((locale) =>
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
  const endTime = performance.now() + crowdSeconds * 1000;
  let pageCount = 0;
  async function requestVariants(): Promise<void> {
    for (; performance.now() < endTime; pageCount += 1) {
      const variant = variants[pageCount % variants.length];
      if (variant) await request(`${origin}${variant.path}`, variant.headers, agent);
    }
  }
  const slowestMs = { "/healthz": 0, "/readyz": 0 };
  async function probeEndpoint(path: keyof typeof slowestMs): Promise<void> {
    while (performance.now() < endTime) {
      const start = performance.now();
      await request(`${origin}${path}`, {}, undefined);
      slowestMs[path] = Math.max(slowestMs[path], performance.now() - start);
      await delay(100);
    }
  }
  await Promise.all([
    probeEndpoint("/healthz"),
    probeEndpoint("/readyz"),
    ...Array.from({ length: 150 }, requestVariants),
  ]);
  agent.destroy();
  const [health, ready] = [slowestMs["/healthz"] / 1000, slowestMs["/readyz"] / 1000];
  const figureNote = `healthz ${health.toFixed(2)} s, readyz ${ready.toFixed(2)} s, beside ${pageCount} pages`;
  return { key: "probes", value: Math.max(health, ready), note: figureNote };
}

function request(url: string, headers: Record<string, string>, agent: Agent | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { headers, ...(agent ? { agent } : { agent: false }) }, (response) => {
      response.resume().once("end", resolve).once("error", reject);
    }).once("error", reject);
  });
}

const refusedPages = 4000;
const limitedClient = { ...visitorHeaders, "x-forwarded-for": "203.0.113.1" };

/** Measures the processor time of a form that is refused with 429, relative to a form that is shown. */
async function measureRefusals(site: Server): Promise<Figure> {
  const url = `${site.origin}${pathByVisit.form}`;
  for (let codeNumber = 0; codeNumber < 45; codeNumber += 1)
    await request(
      `${site.origin}/registration/formstarted?rc=UNKNOWN${codeNumber}`,
      limitedClient,
      undefined,
    );
  async function millisecondsPerPage(headers: Record<string, string>, isRefused: boolean): Promise<number> {
    const options = { url, headers, connections: connectionCounts.form, timeout: 60, duration: 60 };
    await autocannon({ ...options, maxOverallRequests: refusedPages });
    const timeBefore = processorTime(site);
    const { non2xx } = await autocannon({ ...options, maxOverallRequests: refusedPages });
    if (non2xx !== (isRefused ? refusedPages : 0)) throw new Error(`${non2xx} answers other than 2xx`);
    return (processorTime(site) - timeBefore) / refusedPages;
  }
  const servedMs = await millisecondsPerPage(visitorHeaders, false);
  const refusedMs = await millisecondsPerPage(limitedClient, true);
  return {
    key: "refused",
    value: refusedMs / servedMs,
    note: `${refusedMs.toFixed(2)} ms to ${servedMs.toFixed(2)} ms`,
  };
}

/** Returns user and system time of all threads, in milliseconds. */
function processorTime({ child }: Server): number {
  const [, fields = ""] = readFileSync(`/proc/${child.pid}/stat`, "utf8").split(") ");
  const [user = 0, system = 0] = fields.split(" ").slice(11, 13).map(Number);
  return (user + system) * 10;
}

const coldSeconds = 10;
const warmSeconds = 5;

/** Measures how many forms an instance answers in its first second, relative to the number in its tenth second. */
async function measureFirstSecond(acqUrl: string): Promise<Figure> {
  // Warms up acq and the load generator with another instance, so that only the measured instance is cold.
  const warmUpSite = await startSite(acqUrl);
  await countFormsBySecond(warmUpSite, warmSeconds);
  await warmUpSite.child.stop();
  const countsBySecond = await countFormsBySecond(await startSite(acqUrl), coldSeconds);
  const [firstSecond = 0] = countsBySecond;
  return {
    key: "firstSecond",
    value: firstSecond / (countsBySecond.at(-1) ?? 1),
    note: countsBySecond.join(", "),
  };
}

async function countFormsBySecond(site: Server, seconds: number): Promise<number[]> {
  const countsBySecond = Array<number>(seconds).fill(0);
  const agent = new Agent({ keepAlive: true, maxSockets: connectionCounts.form });
  const start = performance.now();
  async function visitPage(): Promise<void> {
    for (;;) {
      await request(`${site.origin}${pathByVisit.form}`, visitorHeaders, agent);
      const secondIndex = Math.floor((performance.now() - start) / 1000);
      if (secondIndex >= seconds) return;
      countsBySecond[secondIndex] = (countsBySecond[secondIndex] ?? 0) + 1;
    }
  }
  await Promise.all(Array.from({ length: connectionCounts.form }, visitPage));
  agent.destroy();
  return countsBySecond;
}
