import type { IncomingHttpHeaders } from "node:http";
import { describeRequest, type RequestInfo } from "~/request/request-info";
import type { Services } from "~/request/services.server";

/**
 * Returns a function that creates the request info of an artificial request. It contains no data of a visitor, because
 * the page that is rendered from it is sent to many visitors.
 */
export function describeArtificialRequest({ parseAddress, config }: Services) {
  const { hostname } = new URL(config.publicOrigin);
  /** @param path - the path of the artificial request, with the base path */
  return (path: string, headers: IncomingHttpHeaders, nonce?: string): RequestInfo =>
    describeRequest(parseAddress(path), headers, { hostname, clientAddress: "", nonce, signal: undefined });
}
