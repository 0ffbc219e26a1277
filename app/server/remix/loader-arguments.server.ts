import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { createRequestContext } from "~/request/context.server";
import { describeRequest } from "~/request/request-info";
import type { Services } from "~/request/services.server";
import { hostnameOf } from "~/server/client-address.server";
import type { Exchange, LoaderArguments } from "~/server/exchange";

/** No page has this path: the route for unmatched paths shows the refusal (app/routes/unmatched). */
const refusedPath = "/error/refused";

/**
 * Returns a function that creates the arguments of loaders and actions for a request, the same for each step. A refused
 * request gets the page of its refusal, whatever its own address, method and body are.
 *
 * @param clientAddressOf - reads the client's address
 */
export function loaderArguments(
  services: Services,
  clientAddressOf: (req: IncomingMessage) => string,
): (exchange: Exchange) => LoaderArguments {
  const { config, parseAddress } = services;

  function create({ req, res, record, nonce, form, refusal, ...exchange }: Exchange): LoaderArguments {
    const { headers } = req;
    const method = refusal && req.method !== "HEAD" ? "GET" : (req.method ?? "GET");
    const address = refusal
      ? parseAddress(`${config.basePath}${exchange.address.prefix}${refusedPath}`)
      : exchange.address;
    const signal = goneSignal(res);
    const info = describeRequest(address, headers, {
      method,
      hostname: hostnameOf(headers, config.trustProxy),
      clientAddress: clientAddressOf(req),
      isUnproven: refusal === undefined && form?.isUnproven === true,
      ...{ nonce, signal, refusal, record },
    });
    const url = new URL(config.publicOrigin);
    url.pathname = address.path;
    url.search = address.search;
    const request = new Request(url, {
      method,
      headers: webHeaders(headers, url.host),
      signal,
      ...(form && !refusal && { body: form.body }),
    });
    return { request, context: createRequestContext(services, info) };
  }

  return (exchange) => (exchange.loaderArguments ??= create(exchange));
}

/** Returns a signal that aborts when the client closes the connection before its answer. */
function goneSignal(res: ServerResponse): AbortSignal {
  const controller = new AbortController();
  res.once("close", () => {
    if (!res.writableFinished) controller.abort();
  });
  return controller.signal;
}

/** Headers of this connection only (RFC 9110, section 7.6.1), and those that the request guard has checked. */
const omittedHeaders =
  /^(?:connection|keep-alive|te|trailer|transfer-encoding|upgrade|expect|content-length|host|origin|forwarded|(?:proxy|x-forwarded)-.*)$/;

/**
 * Returns the headers for Remix. Its own check of the Origin header answers 500 and trusts X-Forwarded-Host, so both
 * are left out: the request guard has checked them.
 */
function webHeaders(headers: IncomingHttpHeaders, host: string): Headers {
  const copy = new Headers({ host });
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || omittedHeaders.test(name)) continue;
    copy.set(name, Array.isArray(value) ? value.join(", ") : value);
  }
  return copy;
}
