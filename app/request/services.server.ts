import { createSubscriptionUrl } from "~/acq/addresses.server";
import { type Breaker, createBreaker } from "~/acq/policy/breaker.server";
import { createReconnectingConnection } from "~/acq/reconnecting-connection.server";
import { createOpenCalls, type OpenCalls } from "~/acq/policy/open-calls.server";
import type { Config } from "~/config/environment";
import { type Cookies, createCookies } from "~/cookies/cookies.server";
import type { RefreshedDefaults } from "~/config/refresh-defaults.server";
import { createFollowers, type Followers } from "~/domain/registration/followers.server";
import { createExperiments, type Experiments } from "~/experiments/experiments.server";
import { createEventStreams, type EventStreams } from "./event-streams/event-streams.server";
import { createAddressParser, type RequestAddress } from "./request-address";
import { createLimits, type Limits } from "./limits/limits.server";
import { createTokenCrypto, type TokenCrypto } from "~/crypto/sealing.server";
import { type Metrics, noMetrics } from "~/telemetry/metrics";
import { createVisitorMetrics, type VisitorMetrics } from "~/telemetry/visitor-metrics.server";
import { createRateLimiter } from "~/telemetry/limit-rate";
import { type Telemetry, createTelemetry } from "~/telemetry/telemetry.server";
import { createRestartInAllInstances } from "./event-streams/shared-restarts.server";
import { createMemoryCounts } from "./limits/local-counts.server";
import { createSharedCounts } from "./limits/shared-counts.server";
import { connectRedis } from "./redis/connect-redis.server";

/** The services that all requests of the process share. */
export interface Services extends Telemetry {
  config: Config;
  /** The current values of the defaults file, which may override acq's URL. */
  defaults: RefreshedDefaults;
  /** Counters for the metrics endpoint. */
  metrics: Metrics;
  tokenCrypto: TokenCrypto;
  /** The cookies that the site sets and reads. */
  cookies: Cookies;
  clock: () => Date;
  /** Parses a request target: path and query, including the base path. */
  parseAddress: (requestTarget: string) => RequestAddress;
  /** Determines each visitor's values of the features. */
  experiments: Experiments;
  /**
   * The circuit breakers for acq. Pages and forms have separate ones, because pages have a shorter time limit: an acq
   * that is too slow for pages may still answer forms.
   */
  acqBreakers: { pageBreaker: Breaker; formBreaker: Breaker };
  /** Limits the number of calls that wait for acq. */
  acqOpenCalls: { pages: OpenCalls; forms: OpenCalls };
  limits: Limits;
  visitorMetrics: VisitorMetrics;
  /** Returns true while instances share their limits through Redis. The function is undefined without REDIS_URL. */
  isRedisUp: (() => boolean) | undefined;
  /** The pages that wait for the activation of a registration. They share one connection to acq. */
  followers: Followers;
  eventStreams: EventStreams;
  /** Closes all event streams with a key, in all instances. The pages of these streams then reconnect. */
  restartStreams: (key: string) => void;
  /** The file name of the script that reports errors of pages; missing if the build has none. */
  browserReporterFile?: string | undefined;
}

/**
 * The maximum number of simultaneous acq calls for pages. HAProxy forwards 100 page requests at a time. The limit is
 * lower, so that pages without a call still get a place while acq is slow.
 */
const maxPageCalls = 90;

/**
 * How many of the `maxPageCalls` calls may check members' tokens at the same time. Any client can send invalid tokens.
 * While acq is slow, such requests must not use up the calls that invited visitors need.
 */
const maxViewerCalls = 40;

/**
 * The maximum number of simultaneous acq calls for forms. HAProxy forwards at most 150 forms at a time, and some need
 * no call, such as a choice of language.
 */
const maxFormCalls = 140;

/**
 * Creates the services of the process.
 *
 * @param metrics - the counters; by default nothing is counted
 */
export function createServices(
  config: Config,
  defaults: RefreshedDefaults = { current: {} },
  telemetry: Telemetry = createTelemetry(config, defaults),
  metrics = noMetrics,
): Services {
  const clock = () => new Date(Date.now() + config.clockShiftMs);
  const { log } = telemetry;
  const canWarnAboutToken = createRateLimiter(1);
  const getSubscriptionUrl = () => createSubscriptionUrl(config, defaults.current);
  const tokenCrypto = createTokenCrypto(config.secrets, clock, (purpose) => {
    if (purpose !== "form") return;
    metrics.countForeignToken();
    if (!canWarnAboutToken()) return;
    log.warn(
      { variable: "SESSION_SECRET" },
      "a form token was signed with another secret: all instances need the same SESSION_SECRET, with its parts in the same order",
    );
  });
  const cookies = createCookies(config);
  const eventStreams = createEventStreams({ clock });
  const redis = config.redis === undefined ? undefined : connectRedis(config.redis, log);
  return {
    config,
    defaults,
    clock,
    parseAddress: createAddressParser(config.basePath),
    ...telemetry,
    metrics,
    tokenCrypto,
    cookies,
    experiments: createExperiments({ config, log, tokenCrypto, cookies, clock }),
    acqBreakers: { pageBreaker: createBreaker(), formBreaker: createBreaker() },
    acqOpenCalls: {
      pages: createOpenCalls({
        maxCalls: maxPageCalls,
        maxCallsByOperation: { viewer: maxViewerCalls },
      }),
      forms: createOpenCalls({ maxCalls: maxFormCalls }),
    },
    followers: createFollowers(createReconnectingConnection({ url: getSubscriptionUrl, log })),
    eventStreams,
    restartStreams: createRestartInAllInstances(
      redis?.client,
      (key) => {
        eventStreams.restart(key);
      },
      log,
    ),
    visitorMetrics: createVisitorMetrics(metrics),
    limits: createLimits({
      countStore: redis ? createSharedCounts(redis) : createMemoryCounts(),
      onLimitReached: metrics.countLimitHit,
    }),
    isRedisUp: redis?.redisState.isUp,
  };
}
