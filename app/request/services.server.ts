import { subscriptionUrl } from "~/acq/addresses.server";
import { type Breaker, createBreaker } from "~/acq/policy/breaker.server";
import { createAcq } from "~/acq/client.server";
import { createLiveLink } from "~/acq/live-link.server";
import { createOpenCalls, type OpenCalls } from "~/acq/policy/open-calls.server";
import type { Config } from "~/config/environment";
import { createFollowers, type Followers } from "~/domain/registration/followers.server";
import { createExperiments, type Experiments } from "~/experiments/experiments.server";
import { createEventStreams, type EventStreams } from "./event-streams/event-streams.server";
import { createLimits, type Limits } from "./limits/limits.server";
import { createSealing, type Sealing } from "./tokens/sealing.server";
import { type Metrics, noMetrics } from "~/telemetry/metrics";
import { type Telemetry, telemetryOf } from "~/telemetry/telemetry.server";
import { Redis } from "ioredis";
import type { Log } from "~/telemetry/log.server";

/** Services that live as long as the process. */
export interface Services extends Telemetry {
  config: Config;
  /** The counters, for the metrics endpoint. */
  metrics: Metrics;
  sealing: Sealing;
  clock: () => Date;
  /** The features of each visitor. */
  experiments: Experiments;
  /** Creates the client of one request. */
  createAcq: typeof createAcq;
  acqBreaker: Breaker;
  acqOpenCalls: OpenCalls;
  limits: Limits;
  /** The followers of registrations, over one connection to acq. */
  followers: Followers;
  eventStreams: EventStreams;
  /** Ends event streams in all instances. */
  restartStreams: (key: string) => void;
  /** The name of the script that reports a page's errors; absent where none was built. */
  browserReporter?: string | undefined;
}

/** @param metrics where what happens is counted; without them nothing is */
export function servicesOf(
  config: Config,
  telemetry: Telemetry = telemetryOf(config),
  metrics = noMetrics,
): Services {
  const clock = () => new Date(Date.now() + config.clockShiftMs);
  const { log, defaults } = telemetry;
  const followedAt = () => subscriptionUrl(config, defaults.current);
  const sealing = createSealing(config.secrets, clock);
  const eventStreams = createEventStreams({ clock });
  const redis = config.redisUrl === undefined ? undefined : connectRedis(config.redisUrl, log);
  return {
    config,
    clock,
    ...telemetry,
    metrics,
    sealing,
    experiments: createExperiments({ config, log, sealing, clock }),
    createAcq,
    acqBreaker: createBreaker(),
    acqOpenCalls: createOpenCalls(),
    followers: createFollowers(createLiveLink({ url: followedAt, log })),
    eventStreams,
    restartStreams: sharedRestarts(redis, (key) => {
      eventStreams.restart(key);
    }),
    limits: createLimits({ redis, hit: metrics.limitHit }),
  };
}

const channel = "velvetgate:restart-streams";

/** Which streams are to end, as those know them who keep them. */
type Restart = (key: string) => void;

/**
 * Ends event streams wherever they are open: in this process and, where instances share a Redis, in all of them. While
 * Redis is away, which the log tells of, the others' go on.
 *
 * @param restart ends those of this process
 * @returns what ends those with this key, which everybody who reads Redis may see
 */
export function sharedRestarts(redis: Redis | undefined, restart: Restart): Restart {
  if (!redis) return restart;
  const publish = throughRedis(redis, restart);
  return (key) => {
    restart(key);
    publish(key);
  };
}

function throughRedis(publisher: Redis, restart: Restart): Restart {
  // A connection that listens can do nothing else (Redis, "Pub/sub"), and waits as long as it takes.
  const listener = publisher.duplicate({
    enableOfflineQueue: true,
    maxRetriesPerRequest: null,
    commandTimeout: undefined,
    socketTimeout: undefined,
  });
  // The publisher's own errors are told.
  listener.on("error", () => undefined);
  listener.on("message", (_channel, key) => {
    restart(key);
  });
  listener.subscribe(channel).catch(() => undefined);
  return (key) => {
    publisher.publish(channel, key).catch(() => undefined);
  };
}

/** Of the connection, or the word that Redis's own errors begin with: WRONGPASS, NOAUTH. */
function codeOf({ code, message }: NodeJS.ErrnoException): string | undefined {
  return code ?? /^[A-Z]+\b/.exec(message)?.[0];
}

/** A connection that never makes a visitor wait: what Redis does not take at once is done without it. */
export function connectRedis(url: string, log: Pick<Log, "info" | "warn">): Redis {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 2000,
    commandTimeout: 500,
    socketTimeout: 2000,
    retryStrategy: (times) => Math.min(times * 100, 2000),
  });
  let isAway = false;
  redis.on("ready", () => {
    if (isAway) log.info({}, "Redis is back: limits are shared again");
    isAway = false;
  });
  redis.on("error", (error: NodeJS.ErrnoException) => {
    if (!isAway) log.warn({ code: codeOf(error) }, "Redis is away: each process limits for itself");
    isAway = true;
  });
  return redis;
}
