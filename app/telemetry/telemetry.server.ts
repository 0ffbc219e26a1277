import type { Config } from "~/config/environment";
import type { FollowedDefaults } from "~/config/followed-defaults.server";
import { createLog, type ProcessLog } from "./log.server";
import { createReporter, type Reporter } from "./reporter.server";

/** The operators' view of the process, from its first line on. */
export interface Telemetry {
  log: ProcessLog;
  reporter: Reporter;
  /** The overrides of the defaults file, the environment's name among them. */
  defaults: FollowedDefaults;
}

export function telemetryOf({ logLevel, sentryDsn, environment, release }: Config): Telemetry {
  const defaults: FollowedDefaults = { current: {} };
  const quiet = createLog(logLevel, () => undefined);
  const reporter = createReporter({
    dsn: sentryDsn,
    release,
    warn: quiet.warn,
    environment: () => defaults.current.environment ?? environment,
  });
  return { log: createLog(logLevel, reporter.report), reporter, defaults };
}
