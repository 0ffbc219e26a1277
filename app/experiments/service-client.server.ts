import { configureCache, setPolyfills } from "@growthbook/growthbook";
import type { LogFacts } from "~/telemetry/log-facts";
import type { ExperimentsLog } from "./source";
import { CheckedClient } from "./checked-client.server";

const second = 1000;
const serviceMinuteMs = 60 * second;
/** How long features serve that the service has not confirmed (docs/product.md#experiments-and-seasons). */
export const mostAgeMs = 4 * 60 * serviceMinuteMs;
/** How long anything of the service is waited for. */
const serviceMs = 5 * second;

export interface FeaturesService {
  url: string;
  clientKey: string;
  decryptionKey?: string | undefined;
  remoteEval: boolean;
}

/** How often it is looked at; tests are in more of a hurry. */
export interface RefreshPace {
  staleMs: number;
  /** Between two looks, whether what is known is stale: so often is a failure tried again. */
  lookMs: number;
}

export const usualPace: RefreshPace = { staleMs: serviceMinuteMs, lookMs: 10 * second };

/** Why the last request of the service failed; the SDK keeps that to itself. */
let lastFault: Pick<LogFacts, "status" | "err"> | undefined;

/**
 * Prepares the SDK, which has one cache and one way out for the whole process
 * (docs/product.md#experiments-and-seasons).
 */
export async function prepareSdk({ staleMs }: RefreshPace): Promise<void> {
  const { EventSource } = await import("eventsource");
  setPolyfills({ EventSource, fetch: fetchInTime });
  configureCache({ staleTTL: staleMs, maxAge: mostAgeMs, maxEntries: 10, idleStreamInterval: 20 * second });
}

async function fetchInTime(url: string, init: RequestInit): Promise<Response> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(serviceMs) });
    lastFault = response.ok ? undefined : { status: response.status };
    return response;
  } catch (error) {
    lastFault = { err: error };
    throw error;
  }
}

export interface ServiceClient {
  /** Settled with the first answer, whatever it is, 5 s from now at the latest. */
  ready: Promise<void>;
  /** Undefined while nothing is known, and when it is older than 4 h. */
  client: () => CheckedClient | undefined;
  close: () => void;
}

/**
 * The features of the service: fetched now, then by its stream where it has one, and whenever they are stale. A
 * failure is one line of the log, once for each time that the service is away.
 */
export function serviceClient(
  { url, clientKey, decryptionKey }: FeaturesService,
  { log, now, pace = usualPace }: { log: ExperimentsLog; now: () => number; pace?: RefreshPace },
): ServiceClient {
  const client = new CheckedClient({ apiHost: url, clientKey, decryptionKey }, now);
  const outage = createOutageLog(url, log);

  async function begin(): Promise<void> {
    await prepareSdk(pace);
    // With an interval the SDK also takes what its stream brings; its own look goes on until the stream is open.
    await look(() => client.init({ timeout: serviceMs, pollingInterval: pace.staleMs }));
  }

  async function look(ask: () => Promise<unknown>): Promise<void> {
    const before = client.freshAt;
    const fault = await ask().then(
      () => undefined,
      (error: unknown) => ({ err: error }),
    );
    if (client.freshAt > before || now() - client.freshAt < pace.staleMs) outage.ended();
    else outage.began(fault ?? lastFault ?? { reason: "no-features-in-its-answer" }, isUsable());
  }

  function isUsable(): boolean {
    return client.freshAt > 0 && now() - client.freshAt < mostAgeMs;
  }

  const looking = setInterval(() => {
    void look(() => client.refreshFeatures({ timeout: serviceMs }));
  }, pace.lookMs);
  looking.unref();

  return {
    ready: begin(),
    client: () => (isUsable() ? client : undefined),
    close() {
      clearInterval(looking);
      client.destroy({ destroyAllStreams: true });
    },
  };
}

/** What a service answers that does not know the key, or not for this. */
export function isRefusedKey(status: unknown): boolean {
  return status === 400 || status === 401 || status === 403 || status === 404;
}

export function logRefusedKey(log: Pick<ExperimentsLog, "error">, facts: LogFacts): void {
  log.error(
    facts,
    "FEATURES_CLIENT_KEY is not taken by FEATURES_URL: check the key, and that the service has features for it",
  );
}

/** A line when the service is away and one when it is back, however often it is asked meanwhile. */
function createOutageLog(url: string, log: ExperimentsLog) {
  let isAway = false;
  return {
    /** @param isUsable whether what is known of the service still serves */
    began(fault: LogFacts, isUsable: boolean): void {
      if (isAway) return;
      isAway = true;
      const facts = { url, ...fault };
      if (isRefusedKey(fault.status)) logRefusedKey(log, facts);
      else if (isUsable)
        log.error(facts, "FEATURES_URL gave no features: the last known features serve until it does");
      else log.error(facts, "FEATURES_URL gave no features: the defaults (FEATURES) serve until it does");
    },
    ended(): void {
      if (isAway) log.info({ url }, "FEATURES_URL gives features again");
      isAway = false;
    },
  };
}
