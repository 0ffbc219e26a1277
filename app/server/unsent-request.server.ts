import type { IncomingHttpHeaders } from "node:http";
import { describeRequest, type RequestInfo } from "~/request/request-info";
import type { Services } from "~/request/services.server";

/**
 * Returns a function that describes an artificial request without a visitor, for pages that are rendered for many
 * visitors.
 */
export function describeUnsentRequest({ parseAddress, config }: Services) {
  const { hostname } = new URL(config.publicOrigin);
  /** @param path - with the base path */
  return (path: string, headers: IncomingHttpHeaders, nonce?: string): RequestInfo =>
    describeRequest(parseAddress(path), headers, { hostname, clientAddress: "", nonce, signal: undefined });
}
