import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { createRequestContext } from "~/request/context.server";
import { createRequestInfo, type RequestInfo } from "~/request/request-info";
import type { Services } from "~/request/services.server";
import { readHostname } from "~/server/client-address.server";
import type { Exchange, LoaderArguments } from "~/server/exchange";

/**
 * The path with which Remix renders a refusal. No page has this path, so the route for unmatched paths renders the
 * refusal (app/routes/unmatched).
 */
const refusalPagePath = "/error/refused";

/**
 * Returns a function that creates the arguments of loaders and actions, once for each request. For a refused request,
 * it replaces the path, method and body, so that Remix renders the refusal.
 *
 * @param countIgnoredProxy - counts an X-Forwarded-For header that is ignored because TRUST_PROXY is 0
 */
export function createLoaderArguments(
  services: Services,
  countIgnoredProxy: (req: IncomingMessage) => void,
): (exchange: Exchange) => LoaderArguments {
  const { config, parseAddress } = services;

  function createArguments({
    req,
    res,
    record,
    clientAddress,
    nonce,
    form,
    refusal,
    ...exchange
  }: Exchange): LoaderArguments {
    countIgnoredProxy(req);
    const { headers } = req;
    const method = refusal && req.method !== "HEAD" ? "GET" : (req.method ?? "GET");
    const address = refusal
      ? parseAddress(`${config.basePath}${exchange.address.prefix}${refusalPagePath}`)
      : exchange.address;
    const signal = createAbortSignal(res);
    const requestInfo = createRequestInfo(address, headers, {
      method,
      hostname: readHostname(headers, config.trustedProxyCount),
      clientAddress,
      isUnverified: refusal === undefined && form?.isUnverified === true,
      nonce,
      signal,
      refusal,
      record,
    });
    const url = new URL(config.publicOrigin);
    url.pathname = address.path;
    url.search = address.search;
    const request = new Request(url, {
      method,
      headers: createWebHeaders(headers, url.host),
      signal,
      ...(form && !refusal && { body: form.body }),
    });
    return { request, context: createRequestContext(services, requestInfo) };
  }

  return (exchange) => (exchange.loaderArguments ??= createArguments(exchange));
}

/**
 * Returns a function that creates the request info of an artificial request. The request info contains no data of a
 * visitor, because a page that is rendered from it is sent to many visitors.
 */
export function createArtificialInfoFactory({ parseAddress, config }: Services) {
  const { hostname } = new URL(config.publicOrigin);
  /** @param path - the path of the artificial request, with the base path */
  return (path: string, headers: IncomingHttpHeaders, nonce?: string): RequestInfo =>
    createRequestInfo(parseAddress(path), headers, { hostname, clientAddress: "", nonce, signal: undefined });
}

/** Returns a signal that aborts when the client closes the connection before the response is complete. */
function createAbortSignal(res: ServerResponse): AbortSignal {
  const controller = new AbortController();
  res.once("close", () => {
    if (!res.writableFinished) controller.abort();
  });
  return controller.signal;
}

/**
 * Headers that Remix does not get: those that concern only this connection (RFC 9110, section 7.6.1), and those that
 * the request guard has already checked.
 */
const omittedHeaderPattern =
  /^(?:connection|keep-alive|te|trailer|transfer-encoding|upgrade|expect|content-length|host|origin|forwarded|(?:proxy|x-forwarded)-.*)$/;

/**
 * Returns the headers for Remix, without Origin and X-Forwarded-Host. Remix's own check of Origin trusts
 * X-Forwarded-Host and fails with 500, and the request guard has already checked the origin.
 */
function createWebHeaders(headers: IncomingHttpHeaders, host: string): Headers {
  const webHeaders = new Headers({ host });
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || omittedHeaderPattern.test(name)) continue;
    webHeaders.set(name, Array.isArray(value) ? value.join(", ") : value);
  }
  return webHeaders;
}
