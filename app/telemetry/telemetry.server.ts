import type { Config } from "~/config/environment";
import type { RefreshedDefaults } from "~/config/refresh-defaults.server";
import { createLog, type ProcessLog } from "./log.server";
import { createRateLimiter, createRateLimitedSender } from "./limit-rate";
import type { ErrorReport, ReporterSettings, SentryConnection } from "./sentry.server";
import { waitAtMost } from "~/utils/time-limit";

/** The log and the error reports of the process. */
export interface Telemetry {
  log: ProcessLog;
  reporter: Reporter;
}

/**
 * @param defaults - the current values of the defaults file, which may name the deployment environment
 */
export function createTelemetry(
  { mode, logLevel, sentryDsn, environment, release }: Config,
  defaults: RefreshedDefaults = { current: {} },
): Telemetry {
  const options = { level: logLevel, showsErrorMessages: mode === "development" };
  const unreportedLog = createLog({ ...options, report: () => undefined });
  const reporter = createReporter({
    dsn: sentryDsn,
    release,
    warn: unreportedLog.warn,
    environment: () => defaults.current.environment ?? environment,
  });
  return { log: createLog({ ...options, report: reporter.report }), reporter };
}

interface Reporter {
  /** Sends an error report. Returns at once and never throws. */
  report: (report: ErrorReport) => void;
  /** Resolves when all error reports are sent, or after the time limit in milliseconds. */
  flush: (timeoutMs: number) => Promise<void>;
}

const silentReporter: Reporter = { report: () => undefined, flush: () => Promise.resolve() };

/**
 * Creates the sender of error reports to Sentry (docs/product/pages.md#errors-and-messages). It sends 60 reports a
 * minute; up to 100 further reports wait. Sentry's package is loaded only if there is a DSN, without delaying the
 * start. If loading fails, no reports are sent.
 */
function createReporter(settings: ReporterSettings): Reporter {
  if (settings.dsn === undefined) return silentReporter;
  const connectionPromise = connectSentry(settings.dsn, settings);
  const sendWithinLimit = createRateLimitedSender<ErrorReport>({
    send: (report) => void connectionPromise.then((connection) => connection?.send(report)),
    onQueueFull: () => {
      settings.warn({}, "too many errors to report: some appear only in the log");
    },
    now: () => performance.now(),
    schedule: (callback, ms) => setTimeout(callback, ms).unref(),
  });
  const canReportInfo = createRateLimiter(5);
  return {
    report(report) {
      if (report.level !== "info" || canReportInfo()) sendWithinLimit(report);
    },
    async flush(timeoutMs) {
      await waitAtMost(
        connectionPromise.then((connection) => connection?.flush(timeoutMs)),
        timeoutMs,
      );
    },
  };
}

async function connectSentry(dsn: string, settings: ReporterSettings): Promise<SentryConnection | undefined> {
  try {
    const { createSentryConnection: connect } = await import("./sentry.server");
    return connect(dsn, settings);
  } catch (error) {
    settings.warn(
      { err: error },
      "error reports could not be set up, so errors are only logged: check SENTRY_DSN and restart the site",
    );
    return undefined;
  }
}
