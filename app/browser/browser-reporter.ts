import { BrowserClient, defaultStackParser, makeFetchTransport } from "@sentry/remix";
import { readErrorInfo } from "~/telemetry/error-info";
import { reportLimits, createRateLimitedSender } from "~/telemetry/limit-rate";
import { createReportedEvent, pickAllowedEventFields } from "~/telemetry/reported-event";

/**
 * The destination of a page's error reports, and the data about the page that each report contains. Part of the page's
 * data block.
 */
export interface ReporterOptions {
  dsn: string;
  release: string | undefined;
  environment: string;
  /** The path pattern of the page's route, such as `/info/:page`. */
  route: string | undefined;
}

/**
 * Reports the errors that a page has collected so far, and all later errors
 * (docs/product/pages.md#errors-and-messages). The first script loads this file separately at the first error, because
 * any other script may have failed.
 *
 * @param waitingErrors - the list in which the first script collects errors; this function replaces its `push`
 */
export function startReporter(
  waitingErrors: unknown[],
  { dsn, release, environment, route }: ReporterOptions,
): void {
  const client = new BrowserClient({
    dsn,
    ...(release !== undefined && { release }),
    stackParser: defaultStackParser,
    integrations: [],
    transport: makeFetchTransport,
    transportOptions: { bufferSize: reportLimits.waiting },
    sendClientReports: false,
    beforeSend: pickAllowedEventFields,
  });
  client.init();
  const sharedEventFields = {
    level: "error",
    environment,
    correlationId: `acq-frontend-${createPageId()}`,
    route,
  } as const;

  const reportWithinLimit = createRateLimitedSender<unknown>({
    send(error) {
      client.captureEvent(createReportedEvent({ ...sharedEventFields, errors: readErrorInfo(error) }));
    },
    onQueueFull: () => undefined,
    now: () => performance.now(),
    schedule: (callback, ms) => setTimeout(callback, ms),
  });
  const earlierErrors = waitingErrors.splice(0, reportLimits.waiting);
  waitingErrors.push = (...errors) => {
    errors.forEach(reportWithinLimit);
    return errors.length;
  };
  earlierErrors.forEach(reportWithinLimit);
}

/** Returns a random UUID. Does not use `crypto.randomUUID`, which exists on https only. */
function createPageId(): string {
  const hexDigits = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  );
  return hexDigits.join("").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
