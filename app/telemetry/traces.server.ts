import type { IncomingHttpHeaders } from "node:http";
import { type Context, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { ExportResultCode, parseTraceParent } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import { v4 as uuid } from "uuid";
import type { AttemptRecorder } from "~/acq/client.server";
import type { LogMethod } from "./log-fields";
import { waitAtMost } from "~/utils/time-limit";

/** The trace of one request. */
export interface RequestTrace {
  traceId: string;
  /** Begins the span of one attempt to call acq. */
  beginAttempt(operation: string, correlationId: string): AttemptRecorder;
  end(info: {
    method: string;
    route: string;
    status: number;
    correlationId: string;
    hasDisconnected: boolean;
  }): void;
}

export interface Tracing {
  begin(headers: IncomingHttpHeaders): RequestTrace;
  /** Sends the spans that have not been sent yet. */
  shutDown(): Promise<void>;
}

type ExportLog = Readonly<Record<"info" | "warn", LogMethod>>;

interface TraceOptions {
  /** The collector's URL: OTEL_EXPORTER_OTLP_ENDPOINT, without the path `/v1/traces`. */
  endpoint: string;
  headers: Record<string, string>;
  serviceName: string;
  /**
   * The share of requests to trace, from 0 to 1. It applies unless a trusted proxy has decided whether to trace the
   * request.
   */
  sampleRatio: number;
  release: string | undefined;
  environment: string;
  /**
   * TRUST_TRACEPARENT: true if the proxy sets the traceparent header itself. If the proxy passed on the header of
   * visitors, any visitor could choose which requests are traced.
   */
  trustsTraceparent: boolean;
  log: ExportLog;
}

/** How long the exit of the process waits for the collector, in milliseconds. */
const maxFinalExportMs = 2000;
/** The minimum time between two log lines about a failing collector, in milliseconds. */
const minFailureLogIntervalMs = 10 * 60 * 1000;

/**
 * Sends spans of requests and of attempts to call acq to a collector (OTLP over HTTP). Spans contain patterns of URLs
 * and names of operations, and nothing of a visitor. OpenTelemetry's automatic instrumentation is not used, since it
 * does not work in a bundle.
 */
export function startTracing(options: TraceOptions): Tracing {
  const { endpoint, headers, serviceName, sampleRatio, release, environment, trustsTraceparent } = options;
  const url = `${endpoint.replace(/\/+$/, "")}/v1/traces`;
  const exporter = createLoggingExporter(new OTLPTraceExporter({ url, headers }), options.log);
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      "service.name": serviceName,
      ...(release && { "service.version": release }),
      "service.instance.id": uuid(),
      "deployment.environment.name": environment,
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(sampleRatio) }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  const tracer = provider.getTracer("velvetgate");

  function createAttemptTracer(context: Context): RequestTrace["beginAttempt"] {
    return (operation, correlationId) => {
      const attributes = { "graphql.operation.name": operation, "velvetgate.correlation_id": correlationId };
      const span = tracer.startSpan(`acq ${operation}`, { kind: SpanKind.CLIENT, attributes }, context);
      return {
        headers: { traceparent: formatTraceParent(span) },
        end(outcome) {
          span.setAttribute("velvetgate.outcome", outcome);
          if (outcome !== "ok") span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    };
  }

  return {
    begin(headers) {
      const span = tracer.startSpan(
        "request",
        { kind: SpanKind.SERVER },
        trustsTraceparent ? readParentContext(headers) : undefined,
      );
      return {
        traceId: span.spanContext().traceId,
        beginAttempt: createAttemptTracer(trace.setSpan(ROOT_CONTEXT, span)),
        end({ method, route, status, correlationId, hasDisconnected }) {
          span.updateName(`${method} ${route}`);
          span.setAttributes({
            "http.request.method": method,
            "http.route": route,
            "http.response.status_code": status,
            "velvetgate.correlation_id": correlationId,
            ...(hasDisconnected && { "velvetgate.gone": true }),
          });
          if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
    async shutDown() {
      await waitAtMost(
        provider.shutdown().catch(() => undefined),
        maxFinalExportMs,
      );
    },
  };
}

/** Returns a span exporter that logs one line when exporting fails, and one line when exporting works again. */
function createLoggingExporter(exporter: SpanExporter, log: ExportLog): SpanExporter {
  let isExportFailing = false;
  let lastLoggedAt = -Infinity;

  function logFailure(error: unknown): void {
    if (isExportFailing || performance.now() - lastLoggedAt < minFailureLogIntervalMs) return;
    isExportFailing = true;
    lastLoggedAt = performance.now();
    const errorCode = readErrorCode(error);
    log.warn(
      { code: errorCode },
      "traces cannot be exported and are dropped. To fix it, start the collector, or correct OTEL_EXPORTER_OTLP_ENDPOINT and OTEL_EXPORTER_OTLP_HEADERS",
    );
  }

  return {
    export(spans, resultCallback) {
      exporter.export(spans, (result) => {
        if (result.code !== ExportResultCode.SUCCESS) logFailure(result.error);
        else if (isExportFailing) {
          isExportFailing = false;
          log.info({}, "traces are exported again");
        }
        resultCallback(result);
      });
    },
    forceFlush: async () => exporter.forceFlush?.(),
    shutdown: () => exporter.shutdown(),
  };
}

/** Returns the system's error code of a failed connection, or the HTTP status of the collector's response. */
function readErrorCode(error: unknown): string | number | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  return typeof error.code === "string" || typeof error.code === "number" ? error.code : undefined;
}

/** Returns the context of the trace that the request already belongs to (W3C Trace Context, section 3.2). */
function readParentContext({ traceparent }: IncomingHttpHeaders): Context {
  const parentSpan = typeof traceparent === "string" ? parseTraceParent(traceparent) : null;
  return parentSpan ? trace.setSpanContext(ROOT_CONTEXT, { ...parentSpan, isRemote: true }) : ROOT_CONTEXT;
}

function formatTraceParent(span: Span): string {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, "0")}`;
}
