import * as z from "zod";
import { fetchResponse } from "~/acq/policy/fetch-response.server";
import { waitAtMost } from "~/utils/time-limit";

export type AcqState = "ok" | "down";

/** How long the last known state of acq is used without a new request to acq, in milliseconds. */
const acqStateTtlMs = 2000;

/**
 * Returns a function that reads acq's state for the health probe. Anyone can request the probe, so acq gets only one
 * request at a time, and at most one every two seconds.
 *
 * @param timeoutMs - how long a caller waits for acq, in milliseconds. After that the caller gets the last known state.
 */
export function createAcqStateReader(
  probe: () => Promise<AcqState>,
  timeoutMs = 800,
): () => Promise<AcqState> {
  let probedAt = -Infinity;
  let lastAcqState: AcqState = "down";
  let probePromise: Promise<AcqState> | undefined;

  async function probeOnce(): Promise<AcqState> {
    probedAt = performance.now();
    lastAcqState = await probe();
    probePromise = undefined;
    return lastAcqState;
  }

  return async () => {
    if (!probePromise && performance.now() - probedAt < acqStateTtlMs) return lastAcqState;
    probePromise ??= probeOnce();
    return (await waitAtMost(probePromise, timeoutMs)) ?? lastAcqState;
  };
}

/**
 * The time limit of the health probe's request to acq, in milliseconds: as long as a page waits for acq. An acq that
 * responds within this time is slow but not down.
 */
const probeTimeoutMs = 4500;

/**
 * The schema of acq's response to the probe. A proxy in front of acq may respond 200 with other JSON, which does not
 * count as acq's response.
 */
const probeResponseSchema = z.union([
  z.object({ data: z.object({ __typename: z.string() }) }),
  z.object({ errors: z.array(z.unknown()).min(1) }),
]);

/** Requests acq's current state. Uses the same HTTP agent as calls for visitors. */
export async function probeAcq(url: string): Promise<AcqState> {
  try {
    const response = await fetchResponse(url, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ query: "{ __typename }" }),
      signal: AbortSignal.timeout(probeTimeoutMs),
    });
    const body: unknown = JSON.parse(await response.text());
    return response.ok && probeResponseSchema.safeParse(body).success ? "ok" : "down";
  } catch {
    return "down";
  }
}
