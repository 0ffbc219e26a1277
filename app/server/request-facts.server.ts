import type { IncomingMessage } from "node:http";
import type { Config } from "~/config/environment";
import type { RequestFacts } from "~/request/context.server";
import { askedFor } from "~/request/page-url";
import { hostnameOf } from "./client-address.server";
import { takeBody } from "./guard/guard-body.server";
import { isUnproven } from "./guard/request-guard.server";

/** What only its server knows of a request. */
type Served = Pick<
  RequestFacts,
  "clientAddress" | "signal" | "nonce" | "record" | "refusal" | "documentSink"
>;

/** The facts of a request, whichever way it is answered. @param url the one that was asked, base path and query included */
export function factsOf(
  req: IncomingMessage,
  url: string,
  { basePath, trustProxy }: Config,
  served: Served,
): RequestFacts {
  const { headers } = req;
  return {
    ...askedFor(url.slice(basePath.length) || "/"),
    method: req.method ?? "GET",
    hostname: hostnameOf(headers, trustProxy),
    headers: {
      cookie: headers.cookie,
      acceptLanguage: headers["accept-language"],
      demoCountry: oneOf(headers["x-demo-country"]),
      userAgent: headers["user-agent"],
      savesData: headers["save-data"] === "on",
      mobile: oneOf(headers["sec-ch-ua-mobile"]),
      fetchDest: oneOf(headers["sec-fetch-dest"]),
      fetchSite: oneOf(headers["sec-fetch-site"]),
    },
    body: takeBody(req),
    unproven: isUnproven(req),
    ...served,
  };
}

/** A header of our own reading that came twice is one text with a comma in it: none that means anything. */
function oneOf(header: string | string[] | undefined): string | undefined {
  return typeof header === "string" ? header : undefined;
}
