import lighthouse from "lighthouse";
import { freePort } from "../../tests/support/free-port";
import { startBrowser } from "./browser";
import type { Metric } from "./metric";
import type { BenchmarkServer } from "./servers";
import { computeMedian } from "./statistics";
import { pathByVisit } from "./visits";

const runCount = 5;
const auditIds = {
  lcp: "largest-contentful-paint",
  tbt: "total-blocking-time",
  cls: "cumulative-layout-shift",
};

interface LighthouseResult {
  performanceScore: number;
  lcp: number;
  tbt: number;
  cls: number;
}

/**
 * Runs Lighthouse on the landing page with a simulated slow phone, alternately for the site and for plain Node. Returns
 * the medians.
 */
export async function measureLighthouse(
  site: BenchmarkServer,
  plainServer: BenchmarkServer,
): Promise<Metric[]> {
  const port = await freePort();
  const browser = await startBrowser([`--remote-debugging-port=${port}`]);
  const [our, limit]: [LighthouseResult[], LighthouseResult[]] = [[], []];
  try {
    for (let runIndex = 0; runIndex < runCount; runIndex += 1) {
      our.push(await runLighthouse(site, port));
      limit.push(await runLighthouse(plainServer, port));
    }
  } finally {
    await browser.close();
  }
  const medianOfRuns = (lighthouseResults: LighthouseResult[], key: keyof LighthouseResult) =>
    computeMedian(lighthouseResults.map((run) => run[key]));
  const formatComparison = (key: keyof LighthouseResult, decimalPlaces: number) =>
    `${medianOfRuns(our, key).toFixed(decimalPlaces)} to ${medianOfRuns(limit, key).toFixed(decimalPlaces)}`;
  return [
    {
      key: "performance",
      value: medianOfRuns(our, "performanceScore"),
      note: formatComparison("performanceScore", 0),
    },
    { key: "lcp", value: medianOfRuns(our, "lcp") / 1000, note: `${formatComparison("lcp", 0)} ms` },
    {
      key: "tbt",
      value: medianOfRuns(our, "tbt") - medianOfRuns(limit, "tbt"),
      note: `${formatComparison("tbt", 0)} ms`,
    },
    { key: "cls", value: medianOfRuns(our, "cls"), note: formatComparison("cls", 3) },
  ];
}

async function runLighthouse({ name, origin }: BenchmarkServer, port: number): Promise<LighthouseResult> {
  const url = `${origin}${pathByVisit.landing}`;
  const result = await lighthouse(url, {
    port,
    logLevel: "error",
    onlyCategories: ["performance"],
    formFactor: "mobile",
    throttlingMethod: "simulate",
  });
  const report = result?.lhr;
  const score = report?.categories["performance"]?.score;
  if (!report || report.runtimeError || typeof score !== "number")
    throw new Error(`Lighthouse on ${name}: ${report?.runtimeError?.message ?? "no score"}`);
  const readAuditValue = (id: string): number => {
    const value = report.audits[id]?.numericValue;
    if (value === undefined) throw new Error(`Lighthouse on ${name} has no ${id}`);
    return value;
  };
  const { lcp, tbt, cls } = auditIds;
  return {
    performanceScore: score * 100,
    lcp: readAuditValue(lcp),
    tbt: readAuditValue(tbt),
    cls: readAuditValue(cls),
  };
}
