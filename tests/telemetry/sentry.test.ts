import { expect, it } from "vitest";
import { plainRedactor } from "~/telemetry/redaction";
import { connect } from "~/telemetry/sentry.server";
import { startEnvelopeSink } from "../support/envelope-sink";

const settings = { dsn: undefined, release: "r1", environment: () => "test", warn: () => undefined };

it("a report of more than 524288 bytes is cut, and arrives", async () => {
  const sink = await startEnvelopeSink();
  const sender = connect(sink.dsn, settings);
  sender.send({
    level: "error",
    error: new Error("too much"),
    facts: { list: Array.from({ length: 60 }, () => "ö".repeat(20_000)) },
    text: "unexpected error",
    correlationId: "acq-frontend-1",
    redactor: plainRedactor,
    visit: undefined,
  });
  await sender.flush(5000);
  expect(sink.events()).toMatchObject([
    {
      release: "r1",
      tags: { correlation_id: "acq-frontend-1" },
      exception: { values: [{ value: "too much" }] },
    },
  ]);
  const [body = ""] = sink.bodies();
  expect(Buffer.byteLength(body)).toBeGreaterThan(50_000);
  expect(Buffer.byteLength(body)).toBeLessThanOrEqual(524_288);
  await sink.stop();
});
