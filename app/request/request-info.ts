import type { IncomingHttpHeaders } from "node:http";
import type { RequestRecord } from "~/telemetry/request-record.server";
import type { RequestAddress } from "./request-address";

/** The parts of a request except its URL and headers. */
interface RequestSource {
  /** GET if not given. */
  method?: string;
  hostname: string;
  clientAddress: string;
  /** The nonce of the page's scripts. Undefined for a shared page, because hashes allow its scripts. */
  nonce: string | undefined;
  /** Aborts when the client closes the connection before the response is complete. */
  signal: AbortSignal | undefined;
  /** True if nothing proves that the visitor meant to send the form, so the action requires a confirmation. */
  isUnproven?: boolean;
  /** Set for a refused request: its page shows the reason. */
  refusal?: Refusal | undefined;
  /** The request's entry in the access log; undefined if the request is not logged. */
  record?: RequestRecord;
}

/** A request that the guard refuses, or that arrives during maintenance (MAINTENANCE). */
export interface Refusal {
  status: 400 | 403 | 404 | 405 | 413 | 415 | 429 | 503;
  /** The Allow header of a 405 (RFC 9110, section 15.5.6). */
  allow?: string;
  maintenance?: boolean;
  /** The reason for developers. The page shows it in development. */
  detail?: string;
}

/** A request as loaders and actions see it. The client controls everything except `clientAddress` and `nonce`. */
export interface RequestInfo extends RequestSource {
  address: RequestAddress;
  headers: {
    cookie: string | undefined;
    acceptLanguage: string | undefined;
    demoCountry: string | undefined;
    userAgent: string | undefined;
    /** The Referer header (RFC 9110, section 10.1.3). */
    referrer: string | undefined;
    /** True for Save-Data: on (Save Data API, section 2), which means that the page should be small. */
    savesData: boolean;
    /** Sec-CH-UA-Mobile (User-Agent Client Hints, section 3.3). */
    mobile: string | undefined;
    /** Sec-Fetch-Dest and Sec-Fetch-Site (W3C Fetch Metadata). */
    fetchDest: string | undefined;
    fetchSite: string | undefined;
  };
}

/** Describes a request for loaders and actions. */
export function describeRequest(
  address: RequestAddress,
  headers: IncomingHttpHeaders,
  source: RequestSource,
): RequestInfo {
  return {
    ...source,
    address,
    headers: {
      cookie: headers.cookie,
      acceptLanguage: headers["accept-language"],
      demoCountry: singleHeader(headers["x-demo-country"]),
      userAgent: headers["user-agent"],
      referrer: headers.referer,
      savesData: headers["save-data"] === "on",
      mobile: singleHeader(headers["sec-ch-ua-mobile"]),
      fetchDest: singleHeader(headers["sec-fetch-dest"]),
      fetchSite: singleHeader(headers["sec-fetch-site"]),
    },
  };
}

/** Returns the value of a header that may occur once. A repeated header counts as missing. */
function singleHeader(header: string | string[] | undefined): string | undefined {
  return typeof header === "string" ? header : undefined;
}
