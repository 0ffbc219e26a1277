import type { IncomingHttpHeaders } from "node:http";
import type { RequestRecord } from "~/telemetry/request-record.server";
import type { RequestAddress } from "./request-address";

/** The parts of a request other than its URL and headers. */
interface RequestParts {
  /** The request method; "GET" if undefined. */
  method?: string;
  hostname: string;
  clientAddress: string;
  /**
   * The nonce of the page's scripts. Undefined for a shared page: its Content-Security-Policy allows scripts by hash
   * instead.
   */
  nonce: string | undefined;
  /** Aborts when the client closes the connection before the response is complete. */
  signal: AbortSignal | undefined;
  /**
   * True if another site may have sent the submitted form: neither headers nor a token prove its origin. The action
   * must then ask the visitor for a confirmation.
   */
  isUnverified?: boolean;
  /** The status and reason of a refused request. The page shows the reason. */
  refusal?: Refusal | undefined;
  /** The request's entry in the access log; undefined if the request is not logged. */
  record?: RequestRecord;
}

/** A refusal of a request, by the request guard or during maintenance (MAINTENANCE). */
export interface Refusal {
  status: 400 | 403 | 404 | 405 | 413 | 415 | 503;
  /** The Allow header for status 405 (RFC 9110, section 15.5.6). */
  allowHeader?: string;
  isMaintenance?: boolean;
  /** True if the maintenance page is the response to a form. */
  isFormResponse?: boolean;
  /** The reason for developers. The page shows it only in development. */
  detail?: string;
}

/**
 * The request as loaders and actions see it. Except for `clientAddress` and `nonce`, its values come from the client
 * and may be forged.
 */
export interface RequestInfo extends RequestParts {
  address: RequestAddress;
  headers: {
    cookie: string | undefined;
    acceptLanguage: string | undefined;
    demoCountry: string | undefined;
    userAgent: string | undefined;
    /** The Referer header (RFC 9110, section 10.1.3). */
    referrer: string | undefined;
    /** True for `Save-Data: on` (Save Data API, section 2): the visitor prefers a small page. */
    hasSaveDataHeader: boolean;
    /** The header Sec-CH-UA-Mobile (User-Agent Client Hints, section 3.3). */
    mobileHint: string | undefined;
    /** The headers Sec-Fetch-Dest and Sec-Fetch-Site (W3C Fetch Metadata). */
    fetchDest: string | undefined;
    fetchSite: string | undefined;
  };
}

/** Returns the request info for loaders and actions. */
export function createRequestInfo(
  address: RequestAddress,
  headers: IncomingHttpHeaders,
  requestParts: RequestParts,
): RequestInfo {
  return {
    ...requestParts,
    address,
    headers: {
      cookie: headers.cookie,
      acceptLanguage: headers["accept-language"],
      demoCountry: toSingleHeader(headers["x-demo-country"]),
      userAgent: headers["user-agent"],
      referrer: headers.referer,
      hasSaveDataHeader: headers["save-data"] === "on",
      mobileHint: toSingleHeader(headers["sec-ch-ua-mobile"]),
      fetchDest: toSingleHeader(headers["sec-fetch-dest"]),
      fetchSite: toSingleHeader(headers["sec-fetch-site"]),
    },
  };
}

/** Returns the value of a header; undefined if it is missing or sent several times. */
export function toSingleHeader(header: string | string[] | undefined): string | undefined {
  return typeof header === "string" ? header : undefined;
}
