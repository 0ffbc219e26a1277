import type { IncomingMessage } from "node:http";
import { v4 as uuid } from "uuid";
import { webAddress } from "~/domain/web-address";
import { clientCounts } from "~/request/limits/client-counts.server";
import { createLocalCounts } from "~/request/limits/local-counts.server";
import { announcesBody, readBody } from "~/server/guard/guard-body.server";
import type { Step } from "~/server/exchange";
import { type OriginRules, senderOf } from "~/server/guard/guard-origin.server";

/** In bytes. */
const maxReportBytes = 16 * 1024;
/** In milliseconds. */
const reportDeadlineMs = 10_000;
/** Per network: a page with a fault sends a handful. */
const maxPerMinute = 60;

export interface ReportSender extends OriginRules {
  clientAddress: (req: IncomingMessage) => string;
}

interface ReportFormat<Report> {
  /** The media types of these reports. */
  types: RegExp;
  /** Reads the reports in a body that was parsed as JSON; undefined for a body of another form. */
  parse: (body: unknown) => readonly Report[] | undefined;
  /** Counts one report. */
  count: (report: Report) => void;
}

/** Accepts reports that browsers send about pages of this site. A report is counted and never stored. */
export function reportEndpoint<Report>(
  path: string,
  { clientAddress, isOwnOrigin }: ReportSender,
  { types, parse, count }: ReportFormat<Report>,
): Step {
  const counts = createLocalCounts();

  async function statusFor(req: IncomingMessage): Promise<number | undefined> {
    if (!isFromOwnPage(req, { isOwnOrigin })) return 403;
    const { "content-type": type = "", "content-encoding": encoding = "identity" } = req.headers;
    if (!types.test(type) || encoding !== "identity") return 415;
    const networkCounts = clientCounts(clientAddress(req), "reports", maxPerMinute, 60);
    if (counts.take(uuid(), networkCounts).status === "over") return 429;
    const result = await readBody(req, maxReportBytes, reportDeadlineMs);
    if (result.status === "gone") return undefined;
    if (result.status === "too-large") return 413;
    const reports = result.status === "read" ? parse(parseReport(result.body)) : undefined;
    if (!reports) return 400;
    for (const report of reports) count(report);
    return 204;
  }

  return async ({ req, res, address }, next) => {
    if (req.method !== "POST" || address.path !== path) return next();
    const status = await statusFor(req);
    if (status === undefined) return;
    // The rest of the body is not read: it ends with the connection.
    if (announcesBody(req) && !req.readableEnded) res.setHeader("Connection", "close");
    if (status === 429) res.setHeader("Retry-After", "60");
    res.setHeader("Cache-Control", "no-store");
    res.writeHead(status).end();
  };
}

/** Old browsers send neither Origin nor Sec-Fetch-Site; the Referer names the page of the report. */
function isFromOwnPage({ headers }: IncomingMessage, rules: OriginRules): boolean {
  const sender = senderOf(headers, rules);
  if (sender !== "unknown") return sender === "own";
  const { referer = "", host = "" } = headers;
  const page = webAddress(referer);
  return page !== undefined && rules.isOwnOrigin(page.origin, host);
}

function parseReport(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return undefined;
  }
}

/** The number of different reports that are logged in a minute; further ones count as one. */
const maxKinds = 20;
const countEveryMs = 60_000;

interface MinuteCount<Report> {
  /** Reports with the same name are counted together. */
  nameOf: (report: Report) => string;
  /** Takes the place of reports beyond the first kinds. */
  further: Report;
  log: (report: Report & { count: number }) => void;
  later?: (run: () => void, ms: number) => void;
}

/**
 * Counts reports and logs each kind once a minute, so that the log stays short.
 *
 * @returns a function that counts one report
 */
export function countByMinute<Report extends object>({
  nameOf,
  further,
  log,
  later = runLater,
}: MinuteCount<Report>): (report: Report) => void {
  const counts = new Map<string, Report & { count: number }>();

  function logAll(): void {
    for (const entry of counts.values()) log(entry);
    counts.clear();
  }

  return (report) => {
    if (counts.size === 0) later(logAll, countEveryMs);
    const isKnown = counts.has(nameOf(report));
    const entry = isKnown || counts.size < maxKinds - 1 ? report : further;
    const count = (counts.get(nameOf(entry))?.count ?? 0) + 1;
    counts.set(nameOf(entry), { ...entry, count });
  };
}

function runLater(run: () => void, ms: number): void {
  setTimeout(run, ms).unref();
}
