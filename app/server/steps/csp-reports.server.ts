import type { PipelineStep } from "~/server/exchange";
import type { Log } from "~/telemetry/log.server";
import {
  createMinuteCounter,
  createReportStep,
  type ReportSender,
} from "~/server/browser-reports/report-endpoint.server";
import { type CspDirective, type Violation, parseViolations } from "~/server/browser-reports/violation";

interface CspReportOptions extends ReportSender {
  log: Log;
  /** Counts a violation in the metrics. */
  count: (directive: CspDirective) => void;
}

/**
 * Accepts reports of Content-Security-Policy violations, in the formats of `report-uri` and `report-to`. Logs them once
 * a minute, with one count for each directive and blocked source.
 */
export function createCspReportStep(path: string, { log, count, ...sender }: CspReportOptions): PipelineStep {
  const countForLog = createMinuteCounter<Violation>({
    getKindName: ({ directive, blocked }) => `${directive} ${blocked}`,
    overflowReport: { directive: "other", blocked: "other" },
    log: (logFields) =>
      log.warn(logFields, "browsers reported violations of the Content-Security-Policy in the last minute"),
  });
  return createReportStep(path, sender, {
    contentTypePattern: /^application\/(?:csp-report|reports\+json|json)\s*(?:;|$)/i,
    parseReports: parseViolations,
    countReport(violation) {
      count(violation.directive);
      countForLog(violation);
    },
  });
}
