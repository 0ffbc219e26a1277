import { Counter, Histogram } from "prom-client";
import type { CallOutcome } from "~/acq/client.server";
import type { Metrics } from "./metrics";

/**
 * Histogram buckets for durations in seconds. A cached page takes less than a millisecond, a call to acq up to thirty
 * seconds.
 */
const requestDurationBuckets = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const acqDurationBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const countedMethods = new Set(["GET", "HEAD", "POST"]);

/**
 * Creates the counters for Prometheus. Every label has few values (docs/decisions/telemetry.md). Counters that alerts
 * use start at 0, because Prometheus does not notice the first increase of a new series.
 *
 * @param pages - the patterns of all pages
 * @param limitNames - the limits that visitors can reach
 */
export function createPrometheusMetrics(pages: readonly string[], limitNames: readonly string[]): Metrics {
  const requests = new Counter({
    name: "velvetgate_http_requests_total",
    help: "Requests by route, method and status; 499: the client disconnected before the response",
    labelNames: ["route", "method", "status"],
  });
  for (const route of pages)
    for (const method of ["GET", "POST"])
      for (const status of method === "POST" ? [303, 500, 503] : [500, 503])
        requests.inc({ route, method, status }, 0);
  // Starts the series of the probe from outside at 0 (docs/operate/monitoring.md#watch-the-front-door). The probe
  // requests the landing page by HEAD, and an alert reads whether its requests reach an instance.
  requests.inc({ route: "/:slug?", method: "HEAD", status: 200 }, 0);
  const requestDurations = new Histogram({
    name: "velvetgate_http_request_duration_seconds",
    help: "Seconds from the headers of a request to the last byte of its response; excludes event streams",
    labelNames: ["route", "method", "status"],
    buckets: requestDurationBuckets,
  });
  const acqCalls = new Histogram({
    name: "velvetgate_acq_call_duration_seconds",
    help: "Seconds of a call to acq with its retry; breaker, busy: not sent; gone: the browser disconnected",
    labelNames: ["operation", "outcome"],
    buckets: acqDurationBuckets,
  });
  // Starts these series at 0, because the alerts evaluate increases and would miss the first call of a series.
  for (const operation of ["checkRegistrationCode", "submitRegistration", "activateAccount"])
    for (const outcome of ["ok", "graphql", "network", "timeout", "busy"] satisfies CallOutcome[])
      acqCalls.zero({ operation, outcome });
  const registrations = createLabeledCounter(
    "velvetgate_registrations_total",
    "Submitted registrations by outcome; refusals count once per network in two hours",
    "outcome",
    ["created", "refused", "active", "pending"],
  );
  const activations = createLabeledCounter(
    "velvetgate_activations_total",
    "Activations by acq's response; failing links count once per network in ten minutes; NOT_FOUND includes damaged links",
    "status",
    ["ACTIVATED", "ALREADY_ACTIVE", "NOT_FOUND", "FAILED"],
  );
  const codeChecks = createLabeledCounter(
    "velvetgate_code_checks_total",
    "Checked codes by error (none: usable; NO_ANSWER of acq), each once per network in an hour",
    "error",
    ["none", "NO_ANSWER"],
  );
  const invitedVisits = createCounter(
    "velvetgate_invited_total",
    "Visits with a usable code, each network once in ten minutes; excludes HEAD requests and crawlers",
  );
  const damagedLinks = createCounter(
    "velvetgate_damaged_links_total",
    "Links with an unreadable code or timestamp, each network once in an hour; excludes HEAD requests and crawlers",
  );
  const limitHits = createLabeledCounter(
    "velvetgate_limit_hits_total",
    "Requests rejected by a rate limit",
    "limit",
    limitNames,
  );
  const ignoredForwardedHeaders = createCounter(
    "velvetgate_forwarded_ignored_total",
    "Requests with an X-Forwarded-For header that is ignored because TRUST_PROXY is 0",
  );
  const foreignTokens = createCounter(
    "velvetgate_foreign_tokens_total",
    "Forms with a token that was signed with another SESSION_SECRET",
  );
  const refusedOwnForms = createCounter(
    "velvetgate_own_forms_refused_total",
    "Forms of the site's own pages rejected because PUBLIC_ORIGIN is a different origin",
  );
  const cspViolations = createLabeledCounter(
    "velvetgate_csp_violations_total",
    "Violations of the Content-Security-Policy reported by browsers",
    "directive",
  );
  const browserFailures = createLabeledCounter(
    "velvetgate_browser_failures_total",
    "Failures of scripts in visitors' browsers by kind",
    "kind",
  );

  return {
    countRequest(route, requestMethod, status, seconds) {
      const method = countedMethods.has(requestMethod) ? requestMethod : "other";
      requests.inc({ route, method, status });
      if (seconds !== undefined) requestDurations.observe({ route, method, status }, seconds);
    },
    countAcqCall(operation, outcome, seconds) {
      acqCalls.observe({ operation, outcome }, seconds);
    },
    countRegistration: registrations,
    countActivation: activations,
    countCodeCheck: codeChecks,
    countInvitedVisit: invitedVisits,
    countDamagedLink: damagedLinks,
    countLimitHit: limitHits,
    countIgnoredForwardedHeader: ignoredForwardedHeaders,
    countForeignToken: foreignTokens,
    countRefusedOwnForm: refusedOwnForms,
    countCspViolation: cspViolations,
    countBrowserFailure: browserFailures,
  };
}

/**
 * Creates a counter with one label.
 *
 * @param initialLabelValues - label values that are published with 0 before their first count
 * @returns a function that adds one to the count of a label value
 */
function createLabeledCounter(
  name: string,
  help: string,
  label: string,
  initialLabelValues: readonly string[] = [],
): (value: string) => void {
  const counter = new Counter({ name, help, labelNames: [label] });
  for (const value of initialLabelValues) counter.inc({ [label]: value }, 0);
  return (value) => {
    counter.inc({ [label]: value });
  };
}

/**
 * Creates a counter without labels.
 *
 * @returns a function that adds one
 */
function createCounter(name: string, help: string): () => void {
  const counter = new Counter({ name, help });
  return () => {
    counter.inc();
  };
}
