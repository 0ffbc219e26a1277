import type { IncomingHttpHeaders } from "node:http";
import type { RequestRecord } from "~/telemetry/request-record.server";
import type { RequestAddress } from "./request-address";

/** The facts about a request beside its address and headers. */
interface RequestSource {
  /** GET if not given. */
  method?: string;
  hostname: string;
  clientAddress: string;
  /** The nonce of the page's scripts; undefined for a page that is sent to many, whose scripts are known by their hashes. */
  nonce: string | undefined;
  /** Aborted when the client closes the connection before it has its answer. */
  signal: AbortSignal | undefined;
  /** True if nothing proves that the visitor meant to send the form: its action asks first (request guard). */
  isUnproven?: boolean;
  /** Why the request was refused: its page says so. */
  refusal?: Refusal | undefined;
  /** The request's line in the log; absent where nothing is logged. */
  record?: RequestRecord;
}

/** A request that the guard refuses, or that comes while an operator is at work (MAINTENANCE). */
export interface Refusal {
  status: 400 | 403 | 404 | 405 | 413 | 415 | 429 | 503;
  /** The value of the Allow header that a 405 has to carry (RFC 9110, section 15.5.6). */
  allow?: string;
  maintenance?: boolean;
  /** The reason for developers: the page shows it in development. */
  detail?: string;
}

/** One request as loaders and actions see it. All of it is the client's word but `clientAddress` and `nonce`. */
export interface RequestInfo extends RequestSource {
  address: RequestAddress;
  headers: {
    cookie: string | undefined;
    acceptLanguage: string | undefined;
    demoCountry: string | undefined;
    userAgent: string | undefined;
    /** The page that the visitor came from (RFC 9110, section 10.1.3). */
    referrer: string | undefined;
    /** Save-Data: on (Save Data API, section 2): pages of few bytes. */
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

/** A header that came twice is one text with a comma in it: none that means anything. */
function oneOf(header: string | string[] | undefined): string | undefined {
  return typeof header === "string" ? header : undefined;
}
