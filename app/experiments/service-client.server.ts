import { configureCache, setPolyfills } from "@growthbook/growthbook";
import type { Log } from "~/telemetry/log.server";
import type { LogFields } from "~/telemetry/log-fields";
import { ValidatingClient } from "./checked-client.server";

const secondMs = 1000;
const minuteMs = 60 * secondMs;
/**
 * Features expire after this time in milliseconds if the features service has not confirmed them
 * (docs/product/cookies-and-events.md#experiments-and-seasons).
 */
export const maxFeaturesAgeMs = 4 * 60 * minuteMs;
/** The time limit of a request to the service, in milliseconds. */
const serviceTimeoutMs = 5 * secondMs;

/** The log functions that experiments use. */
export type ExperimentsLog = Pick<Log, "info" | "warn" | "error">;

export interface FeaturesService {
  url: string;
  clientKey: string;
  decryptionKey?: string | undefined;
  remoteEval: boolean;
}

/** The timing of requests for current features, in milliseconds. Tests use shorter times. */
export interface RefreshIntervals {
  staleAfterMs: number;
  /** The interval of checks for stale features. A failed request is repeated at the next check. */
  checkIntervalMs: number;
}

export const defaultRefreshIntervals: RefreshIntervals = {
  staleAfterMs: minuteMs,
  checkIntervalMs: 10 * secondMs,
};

/**
 * The reason why the last request to the features service failed. It is stored here, because the SDK does not return
 * it.
 */
let lastRequestFault: Pick<LogFields, "status" | "err"> | undefined;

/**
 * Configures the SDK's cache and its fetch function, which the whole process shares
 * (docs/product/cookies-and-events.md#experiments-and-seasons).
 */
export async function prepareSdk({ staleAfterMs }: RefreshIntervals): Promise<void> {
  const { EventSource } = await import("eventsource");
  setPolyfills({ EventSource, fetch: fetchWithTimeout });
  configureCache({
    staleTTL: staleAfterMs,
    maxAge: maxFeaturesAgeMs,
    maxEntries: 10,
    idleStreamInterval: 20 * secondMs,
  });
}

async function fetchWithTimeout(url: string, requestInit: RequestInit): Promise<Response> {
  try {
    const response = await fetch(url, { ...requestInit, signal: AbortSignal.timeout(serviceTimeoutMs) });
    lastRequestFault = response.ok ? undefined : { status: response.status };
    return response;
  } catch (error) {
    lastRequestFault = { err: error };
    throw error;
  }
}

interface ServiceClient {
  /** Resolves after the service's first response, valid or not, or after 5 s. */
  ready: Promise<void>;
  /**
   * Returns the client with the loaded features. Returns undefined until features have arrived, and again when the
   * features are older than 4 h.
   */
  getClient: () => ValidatingClient | undefined;
  close: () => void;
}

/**
 * Creates a client that loads features at the start, when they are stale, and from the service's event stream if it has
 * one. An outage of the service is logged once.
 */
export function createServiceClient(
  { url, clientKey, decryptionKey }: FeaturesService,
  {
    log,
    now,
    refreshIntervals = defaultRefreshIntervals,
  }: { log: ExperimentsLog; now: () => number; refreshIntervals?: RefreshIntervals },
): ServiceClient {
  const client = new ValidatingClient({ apiHost: url, clientKey, decryptionKey }, now);
  const outageLog = createOutageLog(url, log);

  async function loadFirstFeatures(): Promise<void> {
    await prepareSdk(refreshIntervals);
    // Sets a polling interval, because the SDK ignores the event stream without one. The SDK stops polling when the
    // stream is open.
    await loadFeatures(() =>
      client.init({ timeout: serviceTimeoutMs, pollingInterval: refreshIntervals.staleAfterMs }),
    );
  }

  async function loadFeatures(request: () => Promise<unknown>): Promise<void> {
    const previousUpdatedAt = client.updatedAt;
    const fault = await request().then(
      () => undefined,
      (error: unknown) => ({ err: error }),
    );
    if (client.updatedAt > previousUpdatedAt || now() - client.updatedAt < refreshIntervals.staleAfterMs)
      outageLog.logEnd();
    else
      outageLog.logStart(
        fault ?? lastRequestFault ?? { reason: "no-features-in-its-answer" },
        hasUsableFeatures(),
      );
  }

  function hasUsableFeatures(): boolean {
    return client.updatedAt > 0 && now() - client.updatedAt < maxFeaturesAgeMs;
  }

  const refreshTimer = setInterval(() => {
    void loadFeatures(() => client.refreshFeatures({ timeout: serviceTimeoutMs }));
  }, refreshIntervals.checkIntervalMs);
  refreshTimer.unref();

  return {
    ready: loadFirstFeatures(),
    getClient: () => (hasUsableFeatures() ? client : undefined),
    close() {
      clearInterval(refreshTimer);
      client.destroy({ destroyAllStreams: true });
    },
  };
}

/** Returns true for an HTTP status with which the features service rejects the client key. */
export function isRefusedKey(status: unknown): boolean {
  return status === 400 || status === 401 || status === 403 || status === 404;
}

export function logRefusedKey(log: Pick<ExperimentsLog, "error">, logFields: LogFields): void {
  log.error(
    logFields,
    "FEATURES_URL rejects FEATURES_CLIENT_KEY: check the key, and that the service has features for it",
  );
}

/** Logs one line when the service becomes unavailable, and one when it is available again. */
function createOutageLog(url: string, log: ExperimentsLog) {
  let isUnavailable = false;
  return {
    /**
     * Logs the start of an outage once.
     *
     * @param hasUsableFeatures - true if the last loaded features are still used
     */
    logStart(fault: LogFields, hasUsableFeatures: boolean): void {
      if (isUnavailable) return;
      isUnavailable = true;
      const logFields = { url, ...fault };
      if (isRefusedKey(fault.status)) logRefusedKey(log, logFields);
      else if (hasUsableFeatures)
        log.error(
          logFields,
          "features could not be loaded from FEATURES_URL: the last loaded features are used until loading succeeds",
        );
      else
        log.error(
          logFields,
          "features could not be loaded from FEATURES_URL: the defaults (FEATURES) are used until loading succeeds",
        );
    },
    logEnd(): void {
      if (isUnavailable) log.info({ url }, "features can be loaded from FEATURES_URL again");
      isUnavailable = false;
    },
  };
}
