import * as z from "zod";
import { type BrowserFailure, browserFailures } from "~/telemetry/browser-failures";
import type { PipelineStep } from "~/server/exchange";
import type { Log } from "~/telemetry/log.server";
import {
  createMinuteCounter,
  createReportStep,
  type ReportSender,
} from "~/server/browser-reports/report-endpoint.server";

interface BrowserFailureOptions extends ReportSender {
  log: Log;
  /** Counts a failure for the metrics. */
  count: (kind: BrowserFailure) => void;
}

const failureSchema = z.object({ kind: z.enum(browserFailures) });

/**
 * Accepts reports from browsers about scripts that failed. Counts the failures by kind, and logs the counts once a
 * minute.
 */
export function createBrowserFailureStep(
  path: string,
  { log, count, ...sender }: BrowserFailureOptions,
): PipelineStep {
  const countForLog = createMinuteCounter<{ kind: BrowserFailure }>({
    getKindName: ({ kind }) => kind,
    overflowReport: { kind: "error" },
    log: (logFields) =>
      log.warn(
        logFields,
        "scripts of the site failed in browsers in the last minute: the affected pages work without JavaScript",
      ),
  });
  return createReportStep(path, sender, {
    // This is the media type of the Content-Type header if navigator.sendBeacon sends a string.
    contentTypePattern: /^text\/plain\s*(?:;|$)/i,
    parseReports(body) {
      const failure = failureSchema.safeParse(body);
      return failure.success ? [failure.data] : undefined;
    },
    countReport(failure) {
      count(failure.kind);
      countForLog(failure);
    },
  });
}
