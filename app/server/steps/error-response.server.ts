import type { ProcessLog } from "~/telemetry/log.server";
import type { Exchange, PipelineStep } from "~/server/exchange";
import { sendText } from "~/server/send-text.server";

/** Responds in plain text when a later step fails, because pages may be the cause of the failure. */
export function createErrorStep(log: ProcessLog): PipelineStep {
  return (exchange, next) => {
    try {
      return next()?.catch((error: unknown) => {
        sendError(log, exchange, error);
      });
    } catch (error) {
      sendError(log, exchange, error);
      return undefined;
    }
  };
}

function sendError(log: ProcessLog, { res, record }: Exchange, error: unknown): void {
  const isMissingFile =
    typeof error === "object" && error !== null && "status" in error && error.status === 404;
  if (!isMissingFile)
    log.createRequestLog(record).error({ err: error }, "unexpected error: the visitor gets the error page");
  if (res.headersSent) {
    res.destroy();
    return;
  }
  // An error response must not be cached, because another instance may have the file that is missing here.
  res.setHeader("Cache-Control", "no-store");
  if (isMissingFile) sendText(res, 404, "Not found\n");
  else sendText(res, 500, `Internal Server Error: ${record.correlationId}\n`);
}
