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
import { addressParser, type RequestAddress } from "./request-address";
import { createLimits, type Limits } from "./limits/limits.server";
import { createSealing, type Sealing } from "./tokens/sealing.server";
import { type Metrics, noMetrics } from "~/telemetry/metrics";
import { atMost } from "~/telemetry/paced";
import { type Telemetry, telemetryOf } from "~/telemetry/telemetry.server";
import { sharedRestarts } from "./event-streams/shared-restarts.server";
import { localCounts } from "./limits/local-counts.server";
import { sharedCounts } from "./limits/shared-counts.server";
import { connectRedis } from "./redis/connect-redis.server";

/** The services of the process. */
export interface Services extends Telemetry {
  config: Config;
  /** The counters, for the metrics endpoint. */
  metrics: Metrics;
  sealing: Sealing;
  clock: () => Date;
  /** Parses the target of a request: path and query, with the base path. */
  parseAddress: (target: string) => RequestAddress;
  /** Evaluates each visitor's features. */
  experiments: Experiments;
  /** Creates the acq client of one request. */
  createAcq: typeof createAcq;
  /** Separate breakers: pages have a shorter deadline, and an acq that is too slow for them may still answer forms. */
  acqBreakers: { pages: Breaker; forms: Breaker };
  /** Bounds the calls that wait for acq. */
  acqOpenCalls: { pages: OpenCalls; forms: OpenCalls };
  limits: Limits;
  /** Networks that used a valid code in the last ten minutes. */
  invitedNetworks: LRUCache<string, true>;
  /** Returns true while instances share their limits; undefined without REDIS_URL. */
  isRedisUp: (() => boolean) | undefined;
  /** Followers of registrations, over one connection to acq. */
  followers: Followers;
  eventStreams: EventStreams;
  /** Restarts the event streams with this key, on every instance. */
  restartStreams: (key: string) => void;
  /** The name of the script that reports a page's errors; absent where none was built. */
  browserReporter?: string | undefined;
}

/** The acq calls for pages at the same time. HAProxy sends 100 pages at a time, some of which have two calls. */
const maxPageCalls = 150;

/**
 * The part of them for members' tokens. A token costs nothing to forge, and must not take the calls of invited visitors
 * from them while acq is slow.
 */
const maxViewerCalls = 50;

/**
 * The acq calls for forms at the same time. HAProxy sends 150 forms at a time, and some need no acq, such as the choice
 * of a language.
 */
const maxFormCalls = 140;

/** @param metrics - the counters; without them nothing is counted */
export function servicesOf(
  config: Config,
  telemetry: Telemetry = telemetryOf(config),
  metrics = noMetrics,
): Services {
  const clock = () => new Date(Date.now() + config.clockShiftMs);
  const { log, defaults } = telemetry;
  const mayWarn = atMost(1);
  const followedAt = () => subscriptionUrl(config, defaults.current);
  const sealing = createSealing(config.secrets, clock, (purpose) => {
    if (purpose !== "form") return;
    metrics.foreignToken();
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
    parseAddress: addressParser(config.basePath),
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
    followers: createFollowers(createLiveLink({ url: followedAt, log })),
    eventStreams,
    restartStreams: sharedRestarts(redis?.client, (key) => {
      eventStreams.restart(key);
    }),
    invitedNetworks: new LRUCache({ max: 10_000, ttl: 10 * 60 * 1000 }),
    limits: createLimits({ counts: redis ? sharedCounts(redis) : localCounts(), hit: metrics.limitHit }),
    isRedisUp: redis?.state.isUp,
  };
}
