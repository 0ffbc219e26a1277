import { expect } from "vitest";
import { z } from "zod";

const lineSchema = z.looseObject({ msg: z.string() });
export type LogLine = z.infer<typeof lineSchema>;

/** The lines of a log that say this; what the start prints for people is none. */
export function linesOf(log: string, msg: string): LogLine[] {
  const lines = log.split("\n").filter((line) => line.startsWith("{") && line.endsWith("}"));
  return lines.map((line) => lineSchema.parse(JSON.parse(line))).filter((line) => line.msg === msg);
}

/** Those of requests; not of the probes that wait until a test's server is up, nobody knows how many. */
export function requestsIn(log: string): LogLine[] {
  return linesOf(log, "request").filter(({ route }) => route !== "/readyz");
}

/** The lines of the requests that this makes, which are so many. */
export async function told(
  site: { log: () => string },
  requests: () => Promise<unknown>,
  many = 1,
): Promise<LogLine[]> {
  const before = requestsIn(site.log()).length;
  await requests();
  const lines = () => requestsIn(site.log()).slice(before);
  await expect.poll(() => lines().length, { timeout: 10_000 }).toBeGreaterThanOrEqual(many);
  expect(lines()).toHaveLength(many);
  return lines();
}
