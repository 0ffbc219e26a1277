import { expect } from "vitest";
import { z } from "zod";

const lineSchema = z.looseObject({ msg: z.string() });
export type LogLine = z.infer<typeof lineSchema>;

/** Returns the log lines with this message, without what the start prints for people. */
export function linesOf(log: string, msg: string): LogLine[] {
  const lines = log.split("\n").filter((line) => line.startsWith("{") && line.endsWith("}"));
  return lines.map((line) => lineSchema.parse(JSON.parse(line))).filter((line) => line.msg === msg);
}

/** Returns the lines of requests, except those of the probes that wait for a test's server. */
export function requestsIn(log: string): LogLine[] {
  return linesOf(log, "request").filter(({ route }) => route !== "/readyz");
}

/**
 * Sends requests and returns their log lines.
 * @param many - the expected number of lines
 */
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
