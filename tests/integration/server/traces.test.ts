import type { IncomingHttpHeaders } from "node:http";
import { afterEach, beforeEach, expect, it, onTestFinished } from "vitest";
import { freePort } from "../../support/free-port";
import { findLinesWithMessage, collectRequestLines } from "../../support/log-lines";
import { startOtlpSink, type OtlpSink } from "../../support/otlp-sink";
import { startSite } from "./foreign-acq";
import { createHttpVisitor } from "./http-visitor";
import { startStubAcq, createUsableDetails, type StubAcq } from "./stub-acq";

const accessCode = "CANARYCODE";
const traceId = "0af7651916cd43dd8448eb211c80319c";
const parentId = "b7ad6b7169203331";
const traceparent = `00-${traceId}-${parentId}-01`;

let collector: OtlpSink;
let acq: StubAcq;
let receivedHeaders: IncomingHttpHeaders[];
beforeEach(async () => {
  receivedHeaders = [];
  collector = await startOtlpSink();
  acq = await startStubAcq((operation, _authorization, headers) => {
    if (operation === "checkRegistrationCode") receivedHeaders.push(headers);
    return createUsableDetails("Anna Canary");
  });
});
afterEach(async () => {
  await acq.stop();
  await collector.close();
});

/** Makes one visit with a code and a traceparent header. Resolves to the spans and the log line. */
async function visit(env: Record<string, string>) {
  const tracingVariables = {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
    OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20of-the-collector",
    RELEASE: "r1",
    ENVIRONMENT: "test",
  };
  const site = await startSite(acq.url, { ...tracingVariables, ...env });
  const siteLog = { log: () => site.server.log() };
  const visitor = createHttpVisitor(site, { traceparent, "X-Forwarded-For": "203.0.113.5" });
  const [line] = await collectRequestLines(siteLog, () =>
    visitor.get(`/de/registration/formstarted?rc=${accessCode}`),
  );
  // When the process exits, it first sends the remaining spans.
  expect(await site.server.stop()).toBe(0);
  const page = collector.spans.find(({ name }) => name === "GET /registration/formstarted");
  const call = collector.spans.find(({ name }) => name === "acq checkRegistrationCode");
  return { line, page, call };
}

it("request and its acq calls form a single trace, and the log contains the trace id", async () => {
  const { line, page, call } = await visit({ TRUST_PROXY: "1", TRUST_TRACEPARENT: "true" });
  expect(page).toMatchObject({ traceId, parentSpanId: parentId });
  expect(page?.attributes).toEqual({
    "http.request.method": "GET",
    "http.route": "/registration/formstarted",
    "http.response.status_code": 200,
    "velvetgate.correlation_id": line?.["correlationId"],
  });
  expect(call).toMatchObject({ traceId, parentSpanId: page?.spanId });
  expect(call?.attributes).toEqual({
    "graphql.operation.name": "checkRegistrationCode",
    "velvetgate.correlation_id": receivedHeaders[0]?.["x-correlation-id"],
    "velvetgate.outcome": "ok",
  });
  expect(receivedHeaders[0]?.["traceparent"]).toBe(`00-${traceId}-${call?.spanId ?? ""}-01`);
  expect(line?.["traceId"]).toBe(traceId);
  expect(collector.senderAttributes[0]).toMatchObject({
    "service.name": "velvetgate",
    "service.version": "r1",
    "deployment.environment.name": "test",
  });
  expect(collector.senderAttributes[0]?.["service.instance.id"]).toMatch(/^[0-9a-f-]{36}$/);
  expect(collector.authorizations[0]).toBe("Bearer of-the-collector");
  expect(collector.bytes()).not.toMatch(/canary|203\.0|127\.0\.0\.1|rc=/i);
});

it.each([
  ["a visitor's browser", {}],
  ["a proxy that may have forwarded the header of a browser", { TRUST_PROXY: "1" }],
])("traceparent header from %s is ignored", async (_description, env) => {
  const { line, page } = await visit(env);
  expect(page?.parentSpanId ?? "").toBe("");
  expect(page?.traceId).not.toBe(traceId);
  expect(line?.["traceId"]).toBe(page?.traceId);
});

it("unsampled traces are not exported, but acq receives the sampling flag", async () => {
  const { line, page } = await visit({ OTEL_TRACES_SAMPLER_ARG: "0" });
  expect(page).toBeUndefined();
  expect(receivedHeaders[0]?.["traceparent"]).toMatch(/^00-[\da-f]{32}-[\da-f]{16}-00$/);
  expect(line?.["traceId"]).toMatch(/^[\da-f]{32}$/);
});

it("acq gets no traceparent header if no collector is configured", async () => {
  const { line, page } = await visit({ OTEL_EXPORTER_OTLP_ENDPOINT: "" });
  expect(page).toBeUndefined();
  expect(receivedHeaders[0]).not.toHaveProperty("traceparent");
  expect(line).not.toHaveProperty("traceId");
});

it("unreachable trace collector does not affect visitors", async () => {
  const { page } = await visit({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9" });
  expect(page).toBeUndefined();
});

it("log contains one line when the trace collector becomes unreachable, and one line when it is back", async () => {
  const port = await freePort();
  const site = await startSite(acq.url, { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` });
  onTestFinished(async () => {
    await site.server.stop();
  });
  const findFailureLines = () =>
    findLinesWithMessage(
      site.server.log(),
      "traces cannot be exported and are dropped. To fix it, start the collector, or correct OTEL_EXPORTER_OTLP_ENDPOINT and OTEL_EXPORTER_OTLP_HEADERS",
    );
  const findRecoveryLines = () => findLinesWithMessage(site.server.log(), "traces are exported again");
  const createVisitingReader = (lines: () => unknown[]) => async () => {
    await createHttpVisitor(site).get("/de");
    return lines();
  };
  await expect
    .poll(createVisitingReader(findFailureLines), { timeout: 50_000, interval: 500 })
    .toHaveLength(1);
  expect(findFailureLines()[0]).toMatchObject({ level: 40, code: "ECONNREFUSED" });
  const collector = await startOtlpSink(port);
  onTestFinished(() => collector.close());
  await expect
    .poll(createVisitingReader(findRecoveryLines), { timeout: 50_000, interval: 500 })
    .toHaveLength(1);
  expect(findFailureLines()).toHaveLength(1);
});
