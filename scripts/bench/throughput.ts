import type { Figure } from "./figure";
import { interleaved, rates } from "./load";
import { p99AtPace } from "./pace";
import { expectSameTitle, type Server } from "./servers";
import { paths } from "./visits";

type Measured = Pick<Figure, "value" | "note">;

const perSecond = (pages: number) => `${Math.round(pages).toLocaleString("en")}/s`;

/** Measures the landing page's rate and latency relative to a plain Node server that sends the same bytes. */
export async function measureLanding(site: Server, plain: Server, seconds: number): Promise<Figure[]> {
  await expectSameTitle([site, plain], paths.landing);
  const [our = 0, limit = 0] = await rates([site, plain], "landing", seconds);
  return [
    { key: "landingRate", ...ratio(our, limit) },
    { key: "landingP99", ...(await latency(site, plain, paths.landing, seconds)) },
  ];
}

/**
 * Measures the form page of a visitor with a code. Its rate is relative to plain Node that does the same work, and to
 * the same build with remix-serve. Its 99th percentile is relative to plain Node that sends a stored page.
 */
export async function measureForm(
  { ours, plain, floor, stock }: Record<"ours" | "plain" | "floor" | "stock", Server>,
  seconds: number,
): Promise<Figure[]> {
  await expectSameTitle([ours, plain, floor, stock], paths.form);
  const [siteRate = 0, floorRate = 0, stockRate = 0] = await rates([ours, floor, stock], "form", seconds);
  return [
    { key: "formFloor", ...ratio(siteRate, floorRate) },
    { key: "formRate", ...ratio(siteRate, stockRate) },
    { key: "formP99", ...(await latency(ours, plain, paths.form, seconds)) },
  ];
}

function ratio(siteRate: number, otherRate: number): Measured {
  if (otherRate === 0) throw new Error("The baseline sent no page in most rounds: give it more --seconds");
  return { value: siteRate / otherRate, note: `${perSecond(siteRate)} to ${perSecond(otherRate)}` };
}

async function latency(site: Server, plain: Server, path: string, seconds: number): Promise<Measured> {
  await p99AtPace(plain, path, seconds / 2);
  const measure = (server: Server) => p99AtPace(server, path, seconds);
  const [our = 0, limit = 0] = await interleaved([site, plain], measure);
  return { value: our - limit, note: `${our.toFixed(1)} ms to ${limit.toFixed(1)} ms` };
}
