import { subscriptionUrl } from "./acq/addresses.server";
import { createBreaker, type Breaker } from "./acq/breaker.server";
import { createLiveLink } from "./acq/live-link.server";
import { createOpenCalls, type OpenCalls } from "./acq/open-calls.server";
import type { Config } from "./config/environment";
import { createFollowers, type Followers } from "./domain/registration/followers.server";
import { createExperiments, type Experiments } from "./experiments/experiments.server";
import { createEventStreams, type EventStreams } from "./http/event-streams/event-streams.server";
import { createLimits, type Limits } from "./http/limits/limits.server";
import { connectRedis } from "./http/process/redis.server";
import { createSealing, type Sealing } from "./http/seals/sealing.server";
import { sharedRestarts } from "./http/event-streams/shared-restarts.server";
import type { PageTemplates } from "./page-templates/page-templates.server";
import { noMetrics, type Metrics } from "./telemetry/metrics";
import { telemetryOf, type Telemetry } from "./telemetry/telemetry.server";

/** What lives as long as the process. */
export interface Services extends Telemetry {
  config: Config;
  /** What is counted, for whoever publishes it. */
  metrics: Metrics;
  sealing: Sealing;
  clock: () => Date;
  /** Who sees which features. */
  experiments: Experiments;
  acqBreaker: Breaker;
  acqOpenCalls: OpenCalls;
  limits: Limits;
  /** Who follows which registration, over one connection to acq. */
  followers: Followers;
  eventStreams: EventStreams;
  /** Ends event streams in all instances. */
  restartStreams: (key: string) => void;
  /** The name of the script that reports a page's errors; absent where none was built. */
  browserReporter?: string | undefined;
  /** Absent where every page is drawn anew: in development, and under the stock server. */
  pageTemplates?: PageTemplates;
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
