import {
  NodeClient,
  Scope,
  defaultStackParser,
  linkedErrorsIntegration,
  makeNodeTransport,
} from "@sentry/remix";
import { cutToSize } from "./cut-to-size";
import { describeBy } from "./described-event";
import { limits } from "./paced";
import type { ReporterSettings, Sender } from "./reporter.server";

/**
 * A client of Sentry's that sends what it is given and watches nothing by itself: neither requests nor the console, nor
 * the variables of a stack. Nothing of it is global.
 *
 * @throws when the DSN is none
 */
export function connect(dsn: string, { release, environment }: ReporterSettings): Sender {
  const client = new NodeClient({
    dsn,
    ...(release !== undefined && { release }),
    stackParser: defaultStackParser,
    integrations: [linkedErrorsIntegration()],
    transport: makeNodeTransport,
    transportOptions: { bufferSize: limits.waiting },
    sendClientReports: false,
    includeServerName: false,
    beforeSend: cutToSize,
  });
  if (!client.getDsn()) throw new Error("SENTRY_DSN is not one of Sentry's");
  client.init();

  return {
    send(report) {
      const scope = new Scope();
      const { error, level, text, visit } = report;
      const { route, method } = visit ?? {};
      scope.addEventProcessor(describeBy({ ...report, environment: environment(), route, method }));
      if (error === undefined) client.captureMessage(text, level, {}, scope);
      else
        client.captureException(
          error,
          { originalException: error, mechanism: { type: "log", handled: level !== "fatal" } },
          scope,
        );
    },
    async flush(mostMs) {
      await client.flush(mostMs);
    },
  };
}
