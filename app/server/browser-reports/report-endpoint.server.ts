import type { IncomingMessage } from "node:http";
import { v4 as uuid } from "uuid";
import { parseWebUrl } from "~/utils/web-address";
import { createClientCounts } from "~/request/limits/client-counts.server";
import { createLocalCounts } from "~/request/limits/local-counts.server";
import { hasBody, readBody } from "~/server/guard/guard-body.server";
import type { Exchange, PipelineStep } from "~/server/exchange";
import { type OriginRules, classifySender } from "~/server/guard/guard-origin.server";

const maxReportBytes = 16 * 1024;
const reportDeadlineMs = 10_000;
/** The maximum number of reports per minute from one client network. Even a faulty page sends only a few. */
const maxReportsPerMinute = 60;

export interface ReportSender extends OriginRules {
  /** Counts an X-Forwarded-For header that is ignored because TRUST_PROXY is 0. */
  countIgnoredProxy: (req: IncomingMessage) => void;
}

interface ReportFormat<Report> {
  /** Matches the Content-Type header of the reports. */
  contentTypePattern: RegExp;
  /** Returns the reports in a JSON body; undefined for an invalid body. */
  parseReports: (body: unknown) => readonly Report[] | undefined;
  countReport: (report: Report) => void;
}

/** Accepts reports that browsers send about pages of this site. Reports are counted, not stored. */
export function createReportStep<Report>(
  path: string,
  { countIgnoredProxy, isOwnOrigin }: ReportSender,
  { contentTypePattern, parseReports, countReport }: ReportFormat<Report>,
): PipelineStep {
  const localCounts = createLocalCounts();

  async function handleReports({ req, clientAddress }: Exchange): Promise<number | undefined> {
    if (!isFromOwnPage(req, { isOwnOrigin })) return 403;
    const { "content-type": type = "", "content-encoding": encoding = "identity" } = req.headers;
    if (!contentTypePattern.test(type) || encoding !== "identity") return 415;
    countIgnoredProxy(req);
    const networkCounts = createClientCounts(clientAddress, "reports", maxReportsPerMinute, 60);
    if (localCounts.countAttempt(uuid(), networkCounts).status === "limited") return 429;
    const result = await readBody(req, maxReportBytes, reportDeadlineMs);
    if (result.status === "gone") return undefined;
    if (result.status === "too-large") return 413;
    const reports = result.status === "read" ? parseReports(parseJsonBody(result.body)) : undefined;
    if (!reports) return 400;
    for (const report of reports) countReport(report);
    return 204;
  }

  return async (exchange, next) => {
    const { req, res, address } = exchange;
    if (req.method !== "POST" || address.path !== path) return next();
    const status = await handleReports(exchange);
    if (status === undefined) return;
    // Closes the connection if a part of the request's body was not read: the unread rest would precede the next
    // request.
    if (hasBody(req) && !req.readableEnded) res.setHeader("Connection", "close");
    if (status === 429) res.setHeader("Retry-After", "60");
    res.setHeader("Cache-Control", "no-store");
    res.writeHead(status).end();
  };
}

/**
 * Returns true if a page of this site sent the report. Old browsers send neither Origin nor Sec-Fetch-Site, so their
 * Referer header is used.
 */
function isFromOwnPage({ headers }: IncomingMessage, originRules: OriginRules): boolean {
  const sender = classifySender(headers, originRules);
  if (sender !== "unknown") return sender === "own";
  const { referer = "", host = "" } = headers;
  const refererUrl = parseWebUrl(referer);
  return refererUrl !== undefined && originRules.isOwnOrigin(refererUrl.origin, host);
}

function parseJsonBody(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return undefined;
  }
}

/**
 * The maximum number of lines that are logged per minute, one for each kind of report. The last line counts the reports
 * of all further kinds together.
 */
const maxReportKinds = 20;
const logIntervalMs = 60_000;

interface MinuteCountOptions<Report> {
  /** Returns the name of a report's kind. Reports with the same name are counted together. */
  getKindName: (report: Report) => string;
  /** The report that is logged with the total count of all kinds after the first maxReportKinds - 1. */
  overflowReport: Report;
  log: (report: Report & { count: number }) => void;
}

/**
 * Counts reports, and logs each kind with its count once a minute, so that the log stays short.
 *
 * @returns a function that counts one report
 */
export function createMinuteCounter<Report extends object>({
  getKindName,
  overflowReport,
  log,
}: MinuteCountOptions<Report>): (report: Report) => void {
  const countedReportByKind = new Map<string, Report & { count: number }>();

  function logReportCounts(): void {
    for (const entry of countedReportByKind.values()) log(entry);
    countedReportByKind.clear();
  }

  return (report) => {
    if (countedReportByKind.size === 0) setTimeout(logReportCounts, logIntervalMs).unref();
    const isCountedKind = countedReportByKind.has(getKindName(report));
    const countedReport =
      isCountedKind || countedReportByKind.size < maxReportKinds - 1 ? report : overflowReport;
    const count = (countedReportByKind.get(getKindName(countedReport))?.count ?? 0) + 1;
    countedReportByKind.set(getKindName(countedReport), { ...countedReport, count });
  };
}
