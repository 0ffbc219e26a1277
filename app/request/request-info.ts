import type { IncomingHttpHeaders } from "node:http";
import type { RequestRecord } from "~/telemetry/request-record.server";
import type { RequestAddress } from "./request-address";

/** The parts of a request except its address and headers. */
interface RequestSource {
  /** GET if not given. */
  method?: string;
  hostname: string;
  clientAddress: string;
  /** The nonce of the page's scripts; undefined for a shared page: its scripts are allowed by their hashes. */
  nonce: string | undefined;
  /** Aborts when the client closes the connection before its answer. */
  signal: AbortSignal | undefined;
  /** True if nothing proves that the visitor meant to send the form: its action asks for a confirmation. */
  isUnproven?: boolean;
  /** The reason for a refused request, which its page shows. */
  refusal?: Refusal | undefined;
  /** The request's entry in the access log; undefined if nothing is logged. */
  record?: RequestRecord;
}

/** A request that the guard refuses, or that arrives during maintenance (MAINTENANCE). */
export interface Refusal {
  status: 400 | 403 | 404 | 405 | 413 | 415 | 429 | 503;
  /** The Allow header of a 405 (RFC 9110, section 15.5.6). */
  allow?: string;
  maintenance?: boolean;
  /** The reason for developers, shown in development. */
  detail?: string;
}

/** A request as loaders and actions see it. The client controls all of it except `clientAddress` and `nonce`. */
export interface RequestInfo extends RequestSource {
  address: RequestAddress;
  headers: {
    cookie: string | undefined;
    acceptLanguage: string | undefined;
    demoCountry: string | undefined;
    userAgent: string | undefined;
    /** The Referer header (RFC 9110, section 10.1.3). */
    referrer: string | undefined;
    /** Save-Data: on (Save Data API, section 2): the page should be small. */
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
      demoCountry: oneOf(headers["x-demo-country"]),
      userAgent: headers["user-agent"],
      referrer: headers.referer,
      savesData: headers["save-data"] === "on",
      mobile: oneOf(headers["sec-ch-ua-mobile"]),
      fetchDest: oneOf(headers["sec-fetch-dest"]),
      fetchSite: oneOf(headers["sec-fetch-site"]),
    },
  };
}

/** A repeated header is one text with commas, and counts as missing. */
function oneOf(header: string | string[] | undefined): string | undefined {
  return typeof header === "string" ? header : undefined;
}
