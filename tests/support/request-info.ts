import { createAddressParser } from "~/request/request-address";
import { createRequestInfo, type RequestInfo } from "~/request/request-info";

interface RequestParts {
  cookie?: string;
  referer?: string | undefined;
  clientAddress?: string;
  /** BASE_PATH; "" by default. */
  basePath?: string;
}

/**
 * Describes the request of a visitor without script.
 * @param target - path and query with the base path
 */
export function requestInfoOf(
  target: string,
  { cookie, referer, clientAddress = "192.0.2.1", basePath = "" }: RequestParts = {},
): RequestInfo {
  const headers = { ...(cookie !== undefined && { cookie }), ...(referer !== undefined && { referer }) };
  return createRequestInfo(createAddressParser(basePath)(target), headers, {
    hostname: "club.example",
    clientAddress,
    nonce: "",
    signal: undefined,
  });
}
