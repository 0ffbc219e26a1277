import { expect } from "vitest";
import * as z from "zod";

const lineSchema = z.looseObject({ msg: z.string() });
export type LogLine = z.infer<typeof lineSchema>;

/**
 * Returns the log lines with this message. Lines that are not JSON are skipped, such as those that the start prints for
 * people.
 */
export function findLinesWithMessage(logText: string, msg: string): LogLine[] {
  const lines = logText.split("\n").filter((line) => line.startsWith("{") && line.endsWith("}"));
  return lines.map((line) => lineSchema.parse(JSON.parse(line))).filter((line) => line.msg === msg);
}

/** Returns the log lines of requests, except requests for /readyz, with which tests wait for a server. */
export function requestLinesIn(logText: string): LogLine[] {
  return findLinesWithMessage(logText, "request").filter(({ route }) => route !== "/readyz");
}

/**
 * Sends requests, waits until the site has logged them, and returns their log lines.
 * @param count - the expected number of log lines
 */
export async function collectRequestLines(
  site: { log: () => string },
  sendRequests: () => Promise<unknown>,
  count = 1,
): Promise<LogLine[]> {
  const countBefore = requestLinesIn(site.log()).length;
  await sendRequests();
  const readNewLines = () => requestLinesIn(site.log()).slice(countBefore);
  await expect.poll(() => readNewLines().length, { timeout: 10_000 }).toBeGreaterThanOrEqual(count);
  expect(readNewLines()).toHaveLength(count);
  return readNewLines();
}
