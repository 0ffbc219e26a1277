import { configureCache, setPolyfills } from "@growthbook/growthbook";
import type { LogFields } from "~/telemetry/log-facts";
import type { ExperimentsLog } from "./source";
import { CheckedClient } from "./checked-client.server";

const secondMs = 1000;
const serviceMinuteMs = 60 * secondMs;
/**
 * The maximum age of features that the service has not confirmed
 * (docs/product/cookies-and-events.md#experiments-and-seasons).
 */
export const maxAgeMs = 4 * 60 * serviceMinuteMs;
/** The time limit of requests to the service. */
const serviceMs = 5 * secondMs;

export interface FeaturesService {
  url: string;
  clientKey: string;
  decryptionKey?: string | undefined;
  remoteEval: boolean;
}

/** How often features are refreshed; tests use shorter times. */
export interface RefreshPace {
  staleMs: number;
  /** The interval of checks for stale features, and of retries after a failure. */
  checkIntervalMs: number;
}

export const usualPace: RefreshPace = { staleMs: serviceMinuteMs, checkIntervalMs: 10 * secondMs };

/** The reason for the last failed request, which the SDK does not return. */
let lastFault: Pick<LogFields, "status" | "err"> | undefined;

/**
 * Prepares the SDK, which has one cache and one fetch for the whole process
 * (docs/product/cookies-and-events.md#experiments-and-seasons).
 */
export async function prepareSdk({ staleMs }: RefreshPace): Promise<void> {
  const { EventSource } = await import("eventsource");
  setPolyfills({ EventSource, fetch: fetchInTime });
  configureCache({
    staleTTL: staleMs,
    maxAge: maxAgeMs,
    maxEntries: 10,
    idleStreamInterval: 20 * secondMs,
  });
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
  /** Resolves with the first answer of any kind, or after 5 s. */
  ready: Promise<void>;
  /** Returns undefined before the first features, and when they are older than 4 h. */
  client: () => CheckedClient | undefined;
  close: () => void;
}

/**
 * Creates a client for the service's features: fetched now, then by its stream if it has one, and whenever they are
 * stale. An outage of the service is logged once.
 */
export function serviceClient(
  { url, clientKey, decryptionKey }: FeaturesService,
  { log, now, pace = usualPace }: { log: ExperimentsLog; now: () => number; pace?: RefreshPace },
): ServiceClient {
  const client = new CheckedClient({ apiHost: url, clientKey, decryptionKey }, now);
  const outageLog = createOutageLog(url, log);

  async function loadFirstFeatures(): Promise<void> {
    await prepareSdk(pace);
    // The SDK accepts features from the stream only if a polling interval is set. It stops polling once the stream is
    // open.
    await loadFeatures(() => client.init({ timeout: serviceMs, pollingInterval: pace.staleMs }));
  }

  async function loadFeatures(request: () => Promise<unknown>): Promise<void> {
    const freshAtBefore = client.freshAt;
    const fault = await request().then(
      () => undefined,
      (error: unknown) => ({ err: error }),
    );
    if (client.freshAt > freshAtBefore || now() - client.freshAt < pace.staleMs) outageLog.logEnd();
    else outageLog.logStart(fault ?? lastFault ?? { reason: "no-features-in-its-answer" }, isUsable());
  }

  function isUsable(): boolean {
    return client.freshAt > 0 && now() - client.freshAt < maxAgeMs;
  }

  const refreshTimer = setInterval(() => {
    void loadFeatures(() => client.refreshFeatures({ timeout: serviceMs }));
  }, pace.checkIntervalMs);
  refreshTimer.unref();

  return {
    ready: loadFirstFeatures(),
    client: () => (isUsable() ? client : undefined),
    close() {
      clearInterval(refreshTimer);
      client.destroy({ destroyAllStreams: true });
    },
  };
}

/** Returns true for the statuses of a service that does not accept the key. */
export function isRefusedKey(status: unknown): boolean {
  return status === 400 || status === 401 || status === 403 || status === 404;
}

export function logRefusedKey(log: Pick<ExperimentsLog, "error">, fields: LogFields): void {
  log.error(
    fields,
    "FEATURES_URL rejects FEATURES_CLIENT_KEY: check the key, and that the service has features for it",
  );
}

/** Logs one line when the service becomes unavailable, and one when it is available again. */
function createOutageLog(url: string, log: ExperimentsLog) {
  let isUnavailable = false;
  return {
    /** @param isUsable - true if the known features are still used */
    logStart(fault: LogFields, isUsable: boolean): void {
      if (isUnavailable) return;
      isUnavailable = true;
      const fields = { url, ...fault };
      if (isRefusedKey(fault.status)) logRefusedKey(log, fields);
      else if (isUsable)
        log.error(
          fields,
          "features could not be loaded from FEATURES_URL: the last ones are used until they can",
        );
      else
        log.error(
          fields,
          "features could not be loaded from FEATURES_URL: the defaults (FEATURES) are used until they can",
        );
    },
    logEnd(): void {
      if (isUnavailable) log.info({ url }, "features can be loaded from FEATURES_URL again");
      isUnavailable = false;
    },
  };
}
