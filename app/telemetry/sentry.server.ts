import { NodeClient, defaultStackParser, makeNodeTransport } from "@sentry/remix";
import { limits } from "./paced";
import { reportedEvent, sentParts } from "./reported-event";
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
    integrations: [],
    transport: makeNodeTransport,
    transportOptions: { bufferSize: limits.waiting },
    sendClientReports: false,
    includeServerName: false,
    beforeSend: sentParts,
  });
  if (!client.getDsn()) throw new Error("SENTRY_DSN is not one of Sentry's");
  client.init();

  return {
    send({ request, ...report }) {
      const { correlationId, route, method } = request ?? {};
      const about = { ...report, environment: environment(), correlationId, route, method };
      client.captureEvent(reportedEvent(about));
    },
    async flush(mostMs) {
      await client.flush(mostMs);
    },
  };
}
