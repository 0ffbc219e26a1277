import type { ErrorFacts } from "./error-facts";
import type { AllowedFacts, LogFacts } from "./log-facts";
import type { Named } from "./log.server";
import { paced } from "./paced";

/** Something that nobody expected, as it is logged. */
export interface Report {
  level: "error" | "fatal";
  /** With what is behind it; empty where only the text says it. */
  errors: ErrorFacts[];
  /** What the log's line says besides. */
  facts: AllowedFacts;
  text: string;
  /** Undefined for what belongs to none. */
  request: Named | undefined;
}

export interface ReporterSettings {
  /** Undefined: errors go to the log alone. */
  dsn: string | undefined;
  release: string | undefined;
  /** The defaults file may give another one at any time. */
  environment: () => string;
  /** Says what keeps reports from being sent; in the log, and not in a report. */
  warn: (facts: LogFacts, text: string) => void;
}

export interface Reporter {
  /** Never throws, and waits for nothing. */
  report: (report: Report) => void;
  /** Resolves when all is sent, or after so many milliseconds. */
  flush: (mostMs: number) => Promise<void>;
}

/** What sends, once it is loaded. */
export interface Sender {
  send: (report: Report) => void;
  flush: (mostMs: number) => Promise<void>;
}

const silent: Reporter = { report: () => undefined, flush: () => Promise.resolve() };

/**
 * Reports errors to Sentry (docs/product.md#errors-and-messages): 60 a minute, 100 waiting. Its package is loaded only where there
 * is a DSN, and not waited for: the start would pay for it. One that cannot be set up costs the reports and nothing else.
 */
export function createReporter(settings: ReporterSettings): Reporter {
  if (settings.dsn === undefined) return silent;
  const sender = connected(settings.dsn, settings);
  const send = paced<Report>({
    send: (report) => void sender.then((ready) => ready?.send(report)),
    onFull: () => {
      settings.warn({}, "more errors than may be reported: some are in the log alone");
    },
    now: () => performance.now(),
    later: (run, ms) => setTimeout(run, ms).unref(),
  });
  return {
    report: send,
    async flush(mostMs) {
      const late = new Promise<void>((resolve) => setTimeout(resolve, mostMs).unref());
      await Promise.race([late, sender.then((ready) => ready?.flush(mostMs))]);
    },
  };
}

async function connected(dsn: string, settings: ReporterSettings): Promise<Sender | undefined> {
  try {
    const { connect } = await import("./sentry.server");
    return connect(dsn, settings);
  } catch (error) {
    settings.warn({ err: error }, "error reports could not be set up: errors go to the log alone");
    return undefined;
  }
}
