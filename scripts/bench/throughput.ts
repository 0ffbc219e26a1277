import type { Metric } from "./metric";
import { measureAlternately, measureRates } from "./load";
import { measureP99LatencyAtPace } from "./pace";
import { expectSameTitle, type BenchmarkServer } from "./servers";
import { pathByVisit } from "./visits";

type Measurement = Pick<Metric, "value" | "note">;

const formatRate = (pagesPerSecond: number) => `${Math.round(pagesPerSecond).toLocaleString("en")}/s`;

/** Measures the landing page's rate and latency relative to a plain Node server that sends the same bytes. */
export async function measureLanding(
  site: BenchmarkServer,
  plainServer: BenchmarkServer,
  seconds: number,
): Promise<Metric[]> {
  await expectSameTitle([site, plainServer], pathByVisit.landing);
  const [our = 0, limit = 0] = await measureRates([site, plainServer], "landing", seconds);
  return [
    { key: "landingRate", ...compareRates(our, limit) },
    { key: "landingP99", ...(await compareLatency(site, plainServer, pathByVisit.landing, seconds)) },
  ];
}

/**
 * Measures the form page of a visitor with a code. Its rate is relative to plain Node that does the same work, and to
 * the same build with remix-serve. Its 99th percentile is relative to plain Node that sends a stored page.
 */
export async function measureForm(
  { ours, plain, floor, stock }: Record<"ours" | "plain" | "floor" | "stock", BenchmarkServer>,
  seconds: number,
): Promise<Metric[]> {
  await expectSameTitle([ours, plain, floor, stock], pathByVisit.form);
  const [siteRate = 0, floorRate = 0, stockRate = 0] = await measureRates(
    [ours, floor, stock],
    "form",
    seconds,
  );
  return [
    { key: "formFloor", ...compareRates(siteRate, floorRate) },
    { key: "formRate", ...compareRates(siteRate, stockRate) },
    { key: "formP99", ...(await compareLatency(ours, plain, pathByVisit.form, seconds)) },
  ];
}

function compareRates(siteRate: number, baselineRate: number): Measurement {
  if (baselineRate === 0) throw new Error("The baseline sent no page in most rounds: give it more --seconds");
  return { value: siteRate / baselineRate, note: `${formatRate(siteRate)} to ${formatRate(baselineRate)}` };
}

async function compareLatency(
  site: BenchmarkServer,
  plainServer: BenchmarkServer,
  path: string,
  seconds: number,
): Promise<Measurement> {
  await measureP99LatencyAtPace(plainServer, path, seconds / 2);
  const measureLatency = (server: BenchmarkServer) => measureP99LatencyAtPace(server, path, seconds);
  const [our = 0, limit = 0] = await measureAlternately([site, plainServer], measureLatency);
  return { value: our - limit, note: `${our.toFixed(1)} ms to ${limit.toFixed(1)} ms` };
}
