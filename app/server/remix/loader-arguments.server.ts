import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { createRequestContext } from "~/request/context.server";
import { describeRequest } from "~/request/request-info";
import type { Services } from "~/request/services.server";
import { hostnameOf } from "~/server/client-address.server";
import type { Exchange, LoaderArguments } from "~/server/exchange";

/** No page has this path, so the global guard answers there: it shows the refusal (app/routes/unmatched). */
const refusedPath = "/error/refused";

/**
 * Returns what loaders and actions are called with for a request, the same whichever step calls them. A refused request
 * gets the page of its refusal: its own address, method and body have no say in it.
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

/** Aborted when the client closes the connection before it has its answer. */
function goneSignal(res: ServerResponse): AbortSignal {
  const gone = new AbortController();
  res.once("close", () => {
    if (!res.writableFinished) gone.abort();
  });
  return gone.signal;
}

/** Of this connection alone (RFC 9110, section 7.6.1), or already judged by the guard. */
const left =
  /^(?:connection|keep-alive|te|trailer|transfer-encoding|upgrade|expect|content-length|host|origin|forwarded|(?:proxy|x-forwarded)-.*)$/;

/**
 * The headers for Remix. Its own check of the Origin header answers 500 and believes X-Forwarded-Host, so it sees
 * neither: the request guard has checked them.
 */
function webHeaders(headers: IncomingHttpHeaders, host: string): Headers {
  const copy = new Headers({ host });
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || left.test(name)) continue;
    copy.set(name, Array.isArray(value) ? value.join(", ") : value);
  }
  return copy;
}
