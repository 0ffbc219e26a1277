import { isPersonalizedPage } from "~/request/privacy";
import type { Exchange, PipelineStep } from "~/server/exchange";
import { sendText } from "~/server/send-text.server";

/**
 * Refuses to prefetch personal pages. Any site may make a browser prefetch invitation links, and the checks of their
 * codes would count against the visitor's network (docs/decisions/code-limits.md). A browser does not show a prefetched
 * page with an error status: it requests the page again when the visitor opens it.
 */
export const refusePrefetches: PipelineStep = (exchange, next) => {
  if (!isPrefetch(exchange) || !isPersonalizedPage(exchange.address)) return next();
  exchange.record.refusal = "prefetch";
  sendText(exchange.res, 403, "Not for prefetching\n");
};

/**
 * Returns true if the header Sec-Purpose (Fetch standard, section 3.7) or one of its predecessors announces a prefetch.
 */
function isPrefetch({ req: { headers } }: Exchange): boolean {
  return [headers["sec-purpose"], headers["purpose"], headers["x-moz"]].some((purpose) =>
    String(purpose ?? "").startsWith("prefetch"),
  );
}
