/** docs/acq-protocol.md#deadline-and-repetition. */
const repeatedStatuses = new Set([408, 409, 425, 429, 500, 502, 503, 504]);
const longestMs = 5000;

/** Whether a status says that asking again may help. */
export function isRepeated(status: number): boolean {
  return repeatedStatuses.has(status);
}

/**
 * Milliseconds to wait before an attempt is repeated, undefined when it must not be (docs/acq-protocol.md#deadline-and-repetition).
 *
 * @param status null for a connection that failed
 * @param retryAfter the header's value: seconds or an HTTP date (RFC 9110, section 10.2.3)
 * @param now milliseconds since 1970
 */
export function waitBeforeRepetition(
  status: number | null,
  retryAfter: string | null,
  now = Date.now(),
): number | undefined {
  if (status !== null && !isRepeated(status)) return undefined;
  const asked = millisecondsIn(retryAfter ?? "", now);
  // Callers that failed together do not come back together.
  if (asked === undefined) return 100 + Math.random() * 200;
  return asked <= longestMs ? asked : undefined;
}

function millisecondsIn(retryAfter: string, now: number): number | undefined {
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter) * 1000;
  const date = retryAfter.endsWith(" GMT") ? Date.parse(retryAfter) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
