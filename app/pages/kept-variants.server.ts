import type { EntryContext } from "@remix-run/node";
import type { RequestContext } from "~/context.server";

/**
 * Keeps what experiments have decided, with the page that shows it: one that failed, or only led on, has not. Who has
 * withdrawn their consent is forgotten with whatever document comes next.
 */
export function setVariants(
  { visitorCookie, outgoing }: RequestContext,
  request: Request,
  { staticHandlerContext: { errors, loaderData } }: EntryContext,
): void {
  const isShown = request.method === "GET" && errors === null && Boolean(loaderData["root"]);
  if (visitorCookie && (visitorCookie.clears || isShown)) outgoing.set("visitor", visitorCookie.value);
}
