import { Counter, Histogram } from "prom-client";
import type { Metrics } from "./metrics";

/** Seconds: a page from the cache takes less than a millisecond, acq may take thirty seconds. */
const requestSeconds = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const acqSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const methods = new Set(["GET", "HEAD", "POST"]);

/** Counts for Prometheus. Every label's value is one of a few (docs/decisions/telemetry.md). */
export function prometheusMetrics(): Metrics {
  const requests = new Counter({
    name: "velvetgate_http_requests_total",
    help: "Requests by their page's pattern, method and status; 499: the client went away before the answer",
    labelNames: ["route", "method", "status"],
  });
  const durations = new Histogram({
    name: "velvetgate_http_request_duration_seconds",
    help: "From a request's head to its answer's last byte; event streams excepted",
    labelNames: ["route", "method", "status"],
    buckets: requestSeconds,
  });
  const calls = new Histogram({
    name: "velvetgate_acq_call_duration_seconds",
    help: "Calls to acq with their repetition; breaker: not made, gone: the visitor left",
    labelNames: ["operation", "outcome"],
    buckets: acqSeconds,
  });
  const registrations = counter("velvetgate_registrations_total", "Submitted registrations", "outcome");
  const codeChecks = counter("velvetgate_code_checks_total", "Checked codes by what decided", "error");
  const limits = counter("velvetgate_limit_hits_total", "Visitors that a limit turned away", "limit");
  const cspViolations = counter(
    "velvetgate_csp_violations_total",
    "What browsers reported of the Content-Security-Policy",
    "directive",
  );

  return {
    request(route, asked, status, seconds) {
      const method = methods.has(asked) ? asked : "other";
      requests.inc({ route, method, status });
      if (seconds !== undefined) durations.observe({ route, method, status }, seconds);
    },
    acqCall(operation, outcome, seconds) {
      calls.observe({ operation, outcome }, seconds);
    },
    registration: registrations,
    codeCheck: codeChecks,
    limitHit: limits,
    cspViolation: cspViolations,
  };
}

/** @returns what counts one more under a label's value */
function counter(name: string, help: string, label: string): (value: string) => void {
  const one = new Counter({ name, help, labelNames: [label] });
  return (value) => {
    one.inc({ [label]: value });
  };
}
