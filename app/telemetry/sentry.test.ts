import { expect, it } from "vitest";
import { readErrorInfo } from "./error-info";
import { createSentryConnection } from "~/telemetry/sentry.server";
import { startEnvelopeSink } from "../../tests/support/envelope-sink";

const settings = { dsn: undefined, release: "r1", environment: () => "test", warn: () => undefined };

/** Returns a very large error: an aggregate of errors with long messages and deep stacks. */
function createHugeError(): Error {
  const stackLine = `    at ${"f".repeat(100)} (/srv/build/assets/${"a".repeat(200)}.js:1000000:1000000)`;
  const errors = Array.from({ length: 50 }, (_, index) => {
    const error = new Error(`${index} ${"ö".repeat(60_000)}`);
    error.stack = `Error: ${error.message}\n${Array.from({ length: 500 }, () => stackLine).join("\n")}`;
    return error;
  });
  return new AggregateError(errors, "too much");
}

it("Sentry report has less than 100,000 bytes for any error", async () => {
  const sentryServer = await startEnvelopeSink();
  const sender = createSentryConnection(sentryServer.dsn, settings);
  sender.send({
    level: "error",
    errors: readErrorInfo(createHugeError()),
    fields: { url: "x".repeat(200) },
    text: "unexpected error",
    request: { correlationId: "acq-frontend-1", route: "/:slug?" },
  });
  await sender.flush(5000);
  expect(sentryServer.events()).toMatchObject([
    { release: "r1", environment: "test", tags: { correlation_id: "acq-frontend-1", route: "/:slug?" } },
  ]);
  const exceptionValues = sentryServer.events()[0]?.exception?.values ?? [];
  expect(exceptionValues.map(({ type }) => type)).toEqual([
    ...Array<string>(5).fill("Error"),
    "AggregateError",
  ]);
  const [body = ""] = sentryServer.bodies();
  expect(Buffer.byteLength(body)).toBeLessThan(100_000);
  await sentryServer.stop();
});
