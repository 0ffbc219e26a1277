import type { LoaderFunctionArgs } from "@remix-run/node";
import { parse } from "cookie";
import { v4 as uuid } from "uuid";
import { selectAcqUrl } from "~/acq/addresses.server";
import { type Acq, createAcq } from "~/acq/client.server";
import { processConfig } from "~/config/environment";
import { createAuthorizationHeader } from "~/acq/request-headers.server";
import type { Features } from "~/config/features-variable";
import { type Variants, createSharedVariants } from "~/experiments/variants";
import { resolveRequestLocale } from "./request-locale.server";
import { findCampaign, findPageRoute } from "./paths";
import { hasVisitorCookie, type PagePrivacy, decidePrivacy } from "./privacy";
import type { RequestCache } from "./request-cache.server";
import { createResponseState, type ResponseState } from "./response-state.server";
import { toClientNetworkKey } from "./limits/limit-keys.server";
import { createRequestInfo, type RequestInfo } from "./request-info";
import { hashSessionId, parseSessionIds } from "~/cookies/session-id.server";
import type { Locale } from "~/i18n/locales";
import { type Services, createServices } from "./services.server";
import { createAcqInstrumentation } from "~/telemetry/metrics";
import type { Log } from "~/telemetry/log.server";
import { createRequestRecord, type RequestRecord } from "~/telemetry/request-record.server";

/**
 * The load context of one request, for loaders and actions. `features` are the values for this visitor, which
 * experiments decide.
 */
export interface RequestContext extends Omit<Services, "log">, Variants {
  readonly log: Log;
  readonly requestInfo: RequestInfo;
  /** The page's URL with its query, at PUBLIC_ORIGIN. A request for a page's data has the URL of the page, too. */
  readonly currentUrl: URL;
  readonly record: RequestRecord;
  readonly locale: Locale;
  readonly privacy: PagePrivacy;
  /** The URL prefix: "/de" or another language; "" for a URL without prefix. */
  readonly prefix: string;
  /** The path without base path, URL prefix and query. */
  readonly path: string;
  readonly requestCookies: Partial<Record<string, string>>;
  readonly sessionId: string;
  /** The largest network that the client may have (`toClientNetworkKey`). */
  readonly clientNetwork: string;
  readonly acq: Acq;
  readonly requestCache: RequestCache;
  /** The changes that loaders and actions make to the response. */
  readonly responseState: ResponseState;
}

/**
 * Creates the context of one request.
 *
 * @param features - the features of a shared page, which has no visitor and no experiments; undefined for other pages
 */
export function createRequestContext(
  services: Services,
  requestInfo: RequestInfo,
  features?: Features,
): RequestContext {
  const { config, cookies } = services;
  const { address, headers, hostname, method = "GET" } = requestInfo;
  const { prefixedPagePath, prefix, pagePath, isDataRequest } = address;
  const requestCookies = parse(headers.cookie ?? "");
  const locale = resolveRequestLocale(config, cookies, {
    prefixLocale: address.prefixLocale,
    requestCookies,
    hostname,
    acceptLanguage: headers.acceptLanguage,
  });
  const variants = features
    ? createSharedVariants(features)
    : services.experiments.chooseVariants({
        requestCookies,
        locale,
        url: address.url,
        hostname,
        mobileHint: headers.mobileHint,
        campaign: findCampaign(pagePath),
        hasExperiments: findPageRoute(pagePath)?.hasExperiments === true,
        canCreateVisitor: !isDataRequest && method === "GET",
      });
  // Each document starts a new session. A request for a page's data keeps the session id of the document
  // (docs/develop/acq-protocol.md#requests).
  const sessionId =
    (isDataRequest ? parseSessionIds(requestCookies[cookies.sid.name])[0] : undefined) ?? uuid();
  const record = Object.assign(requestInfo.record ?? createRequestRecord(), {
    locale,
    sessionHash: hashSessionId(sessionId),
  } satisfies Partial<RequestRecord>);
  const log = services.log.createRequestLog(record);
  const clientNetwork = toClientNetworkKey(requestInfo.clientAddress);
  const acq = createRequestAcq(services, requestInfo, {
    sessionId,
    clientNetwork,
    sourcePage: prefixedPagePath,
    requestCookies,
    record,
    log,
  });
  return {
    ...services,
    log,
    requestInfo,
    clientNetwork,
    currentUrl: new URL(`${config.basePath}${address.url}`, config.publicOrigin),
    record,
    locale,
    privacy: decidePrivacy({
      address,
      hasVisitorCookie: hasVisitorCookie(cookies, requestCookies),
      experimentVariants: variants,
    }),
    prefix,
    ...variants,
    path: pagePath,
    requestCookies,
    sessionId,
    acq,
    requestCache: { invitationChecks: new Map() },
    responseState: createResponseState(variants),
  };
}

interface AcqRequestParts extends Pick<
  RequestContext,
  "sessionId" | "clientNetwork" | "requestCookies" | "record" | "log"
> {
  sourcePage: string;
}

/**
 * The time limit of acq calls for pages, in milliseconds. It is short, so that the first screen is sent within 5 s.
 * Forms wait longer, for ACQ_TIMEOUT_MS, because their typed text could be lost
 * (docs/develop/acq-protocol.md#deadline-and-repetition).
 */
const pageAcqTimeoutMs = 4500;

/** Creates the acq client of one request. It sends the visitor's headers to acq. */
function createRequestAcq(
  services: Services,
  requestInfo: RequestInfo,
  acqRequestParts: AcqRequestParts,
): Acq {
  const { config, defaults, metrics, acqBreakers, acqOpenCalls } = services;
  const { sessionId, clientNetwork, sourcePage, requestCookies, record, log } = acqRequestParts;
  const isFormSubmission = requestInfo.method === "POST";
  const acqSettings = {
    url: selectAcqUrl(config, defaults.current),
    timeoutMs: isFormSubmission ? config.acq.timeoutMs : Math.min(config.acq.timeoutMs, pageAcqTimeoutMs),
    breaker: isFormSubmission ? acqBreakers.formBreaker : acqBreakers.pageBreaker,
    openCalls: isFormSubmission ? acqOpenCalls.forms : acqOpenCalls.pages,
    log,
    instrumentation: createAcqInstrumentation(record, { log, metrics }),
  };
  return createAcq(acqSettings, {
    sessionId,
    sourcePage,
    clientAddress: requestInfo.clientAddress,
    clientNetwork,
    acceptLanguage: requestInfo.headers.acceptLanguage,
    authorization: createAuthorizationHeader(requestCookies[config.token.cookie], config.token.prefix),
    signal: requestInfo.signal,
    demoCountry: config.acq.embedded ? requestInfo.headers.demoCountry : undefined,
  });
}

declare module "@remix-run/server-runtime" {
  interface AppLoadContext {
    app?: RequestContext;
  }
}

let cachedServices: Services | undefined;

/**
 * Returns the context of a request. server.ts creates it in advance. Under the stock remix-serve it is created here,
 * from the environment of the process.
 */
export function getRequestContext({
  context: loadContext,
  request,
}: Pick<LoaderFunctionArgs, "context" | "request">): RequestContext {
  if (loadContext.app) return loadContext.app;
  cachedServices ??= createServices(processConfig());
  loadContext.app = createRequestContext(
    cachedServices,
    createRemixServeRequestInfo(cachedServices, request),
  );
  return loadContext.app;
}

function createRemixServeRequestInfo({ parseAddress }: Services, request: Request): RequestInfo {
  const { pathname, search, hostname } = new URL(request.url);
  return createRequestInfo(parseAddress(`${pathname}${search}`), Object.fromEntries(request.headers), {
    method: request.method,
    hostname,
    clientAddress: "127.0.0.1",
    nonce: undefined,
    signal: request.signal,
  });
}
