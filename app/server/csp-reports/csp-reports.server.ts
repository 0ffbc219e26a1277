import { webAddress } from "~/domain/web-address";
import { type Request, Router } from "express";
import { RateLimiterMemory } from "rate-limiter-flexible";
import type { Log } from "~/telemetry/log.server";
import { announcesBody, readBody } from "~/server/guard/guard-body.server";
import { type OriginRules, senderOf } from "~/server/guard/guard-origin.server";
import { networkOf } from "~/request/limits/limit-keys.server";
import { type Directive, type Violation, violationsIn } from "./violation";

/** How many different ones are told of in a minute; all further ones count as one. */
const mostKinds = 20;
const minuteMs = 60_000;

interface Counted extends Violation {
  count: number;
}

interface Reporting {
  report: (counted: Counted) => void;
  later?: (run: () => void, ms: number) => void;
}

/**
 * Counts violations and tells of each kind once a minute, so that the log stays short whatever is sent.
 *
 * @returns counts one more
 */
function countViolations({ report, later = runLater }: Reporting): (violation: Violation) => void {
  const counts = new Map<string, Counted>();

  function reportAll(): void {
    for (const counted of counts.values()) report(counted);
    counts.clear();
  }

  return (violation) => {
    if (counts.size === 0) later(reportAll, minuteMs);
    const isKnown = counts.has(nameOf(violation));
    const counted: Violation = isKnown || counts.size < mostKinds - 1 ? violation : further;
    const count = (counts.get(nameOf(counted))?.count ?? 0) + 1;
    counts.set(nameOf(counted), { ...counted, count });
  };
}

const further: Violation = { directive: "other", blocked: "other" };

function nameOf({ directive, blocked }: Violation): string {
  return `${directive} ${blocked}`;
}

function runLater(run: () => void, ms: number): void {
  setTimeout(run, ms).unref();
}

/** In bytes. */
const bodyLimit = 16 * 1024;
/** In milliseconds. */
const bodyDeadline = 10_000;
/** Of one network in a minute: a page with a fault of ours sends a handful. */
const perMinute = 60;
const types = /^application\/(?:csp-report|reports\+json|json)\s*(?:;|$)/i;

interface ReportOptions extends OriginRules {
  log: Log;
  clientAddress: (req: Request) => string;
  /** Hears of each violation. */
  count: (directive: Directive) => void;
}

/**
 * Takes what browsers report of our Content-Security-Policy, in both formats. Which rule met which origin is counted
 * and told in the log once a minute; a report itself is never kept.
 */
export function cspReports(path: string, { log, clientAddress, count, isOwnOrigin }: ReportOptions): Router {
  const limiter = new RateLimiterMemory({ points: perMinute, duration: 60 });
  const countForLog = countViolations({
    report: (facts) => log.warn(facts, "content security policy: violations of the last minute"),
  });

  async function statusFor(req: Request): Promise<number | undefined> {
    if (!isFromOwnPage(req, { isOwnOrigin })) return 403;
    const { "content-type": type = "", "content-encoding": encoding = "identity" } = req.headers;
    if (!types.test(type) || encoding !== "identity") return 415;
    const { consumedPoints } = await limiter.penalty(networkOf(clientAddress(req)));
    if (consumedPoints > perMinute) return 429;
    const read = await readBody(req, bodyLimit, bodyDeadline);
    if (read.status === "gone") return undefined;
    if (read.status === "too-large") return 413;
    const violations = read.status === "read" ? violationsInText(read.body.toString("utf8")) : undefined;
    if (!violations) return 400;
    for (const violation of violations) {
      count(violation.directive);
      countForLog(violation);
    }
    return 204;
  }

  const router = Router({ caseSensitive: true, strict: true });
  router.post(path, (req, res, next) => {
    statusFor(req).then((status) => {
      if (status === undefined) return;
      // The rest of the body is not read: it ends with the connection.
      if (announcesBody(req) && !req.readableEnded) res.set("Connection", "close");
      if (status === 429) res.set("Retry-After", "60");
      res.status(status).set("Cache-Control", "no-store").end();
    }, next);
  });
  return router;
}

/** A browser that says neither Origin nor Sec-Fetch-Site names the page that it reports of in its Referer. */
function isFromOwnPage({ headers }: Request, rules: OriginRules): boolean {
  const sender = senderOf(headers, rules);
  if (sender !== "unknown") return sender === "own";
  const { referer = "", host = "" } = headers;
  const page = webAddress(referer);
  return page !== undefined && rules.isOwnOrigin(page.origin, host);
}

function violationsInText(text: string): Violation[] | undefined {
  try {
    return violationsIn(JSON.parse(text));
  } catch {
    return undefined;
  }
}
