import { LRUCache } from "lru-cache";
import { subscriptionUrl } from "~/acq/addresses.server";
import { type Breaker, createBreaker } from "~/acq/policy/breaker.server";
import { createAcq } from "~/acq/client.server";
import { createLiveLink } from "~/acq/live-link.server";
import { createOpenCalls, type OpenCalls } from "~/acq/policy/open-calls.server";
import type { Config } from "~/config/environment";
import { createFollowers, type Followers } from "~/domain/registration/followers.server";
import { createExperiments, type Experiments } from "~/experiments/experiments.server";
import { createEventStreams, type EventStreams } from "./event-streams/event-streams.server";
import { createAddressParser, type RequestAddress } from "./request-address";
import { createLimits, type Limits } from "./limits/limits.server";
import { createSealing, type Sealing } from "./tokens/sealing.server";
import { type Metrics, noMetrics } from "~/telemetry/metrics";
import { atMost } from "~/telemetry/paced";
import { type Telemetry, createTelemetry } from "~/telemetry/telemetry.server";
import { createSharedRestart } from "./event-streams/shared-restarts.server";
import { createMemoryCounts } from "./limits/local-counts.server";
import { createSharedCounts } from "./limits/shared-counts.server";
import { connectRedis } from "./redis/connect-redis.server";

/** The services that all requests of the process share. */
export interface Services extends Telemetry {
  config: Config;
  /** The counters, which the metrics endpoint publishes. */
  metrics: Metrics;
  sealing: Sealing;
  clock: () => Date;
  /** Parses a request target: path and query, including the base path. */
  parseAddress: (target: string) => RequestAddress;
  /** Determines each visitor's features. */
  experiments: Experiments;
  /** Creates the acq client of one request. */
  createAcq: typeof createAcq;
  /**
   * Separate for pages and forms: pages have a shorter time limit, and an acq that is too slow for pages may still
   * answer forms.
   */
  acqBreakers: { pages: Breaker; forms: Breaker };
  /** Limits the number of calls that wait for acq. */
  acqOpenCalls: { pages: OpenCalls; forms: OpenCalls };
  limits: Limits;
  /** Networks from which a valid code was used in the last ten minutes. */
  invitedNetworks: LRUCache<string, true>;
  /** Returns true while instances share their limits; undefined without REDIS_URL. */
  isRedisUp: (() => boolean) | undefined;
  /** Pages that wait for the activation of a registration. All share one connection to acq. */
  followers: Followers;
  eventStreams: EventStreams;
  /** Closes the event streams with this key on every instance, so that their pages reconnect. */
  restartStreams: (key: string) => void;
  /** The file name of the script that reports errors of pages; missing if the build has none. */
  browserReporter?: string | undefined;
}

/**
 * The maximum number of acq calls for pages at the same time. HAProxy sends 100 pages at a time, some with two calls.
 */
const maxPageCalls = 150;

/**
 * The part of `maxPageCalls` for checking members' tokens. Tokens can be forged at no cost, so while acq is slow they
 * must not take the calls of invited visitors.
 */
const maxViewerCalls = 50;

/**
 * The maximum number of acq calls for forms at the same time. HAProxy sends 150 forms at a time; some need no acq, such
 * as the choice of a language.
 */
const maxFormCalls = 140;

/** @param metrics - the counters; without them nothing is counted */
export function servicesOf(
  config: Config,
  telemetry: Telemetry = createTelemetry(config),
  metrics = noMetrics,
): Services {
  const clock = () => new Date(Date.now() + config.clockShiftMs);
  const { log, defaults } = telemetry;
  const mayWarn = atMost(1);
  const liveUrl = () => subscriptionUrl(config, defaults.current);
  const sealing = createSealing(config.secrets, clock, (purpose) => {
    if (purpose !== "form") return;
    metrics.countForeignToken();
    if (!mayWarn()) return;
    log.warn(
      { variable: "SESSION_SECRET" },
      "a form token was signed with another secret: all instances need the same SESSION_SECRET, with its parts in the same order",
    );
  });
  const eventStreams = createEventStreams({ clock });
  const redis = config.redis === undefined ? undefined : connectRedis(config.redis, log);
  return {
    config,
    clock,
    parseAddress: createAddressParser(config.basePath),
    ...telemetry,
    metrics,
    sealing,
    experiments: createExperiments({ config, log, sealing, clock }),
    createAcq,
    acqBreakers: { pages: createBreaker(), forms: createBreaker() },
    acqOpenCalls: {
      pages: createOpenCalls({
        maxCalls: maxPageCalls,
        maxByOperation: { viewer: maxViewerCalls },
      }),
      forms: createOpenCalls({ maxCalls: maxFormCalls }),
    },
    followers: createFollowers(createLiveLink({ url: liveUrl, log })),
    eventStreams,
    restartStreams: createSharedRestart(redis?.client, (key) => {
      eventStreams.restart(key);
    }),
    invitedNetworks: new LRUCache({ max: 10_000, ttl: 10 * 60 * 1000 }),
    limits: createLimits({
      counts: redis ? createSharedCounts(redis) : createMemoryCounts(),
      onHit: metrics.countLimitHit,
    }),
    isRedisUp: redis?.state.isUp,
  };
}
