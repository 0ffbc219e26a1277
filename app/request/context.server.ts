import type { AppLoadContext } from "@remix-run/node";
import { parse } from "cookie";
import { v4 as uuid } from "uuid";
import { acqUrl } from "~/acq/addresses.server";
import type { Acq } from "~/acq/client.server";
import { processConfig } from "~/config/environment";
import { authorizationFrom } from "~/acq/request-headers.server";
import type { Features } from "~/config/features-variable";
import { type Variants, variantsOfMany } from "~/experiments/variants";
import { askedLocale } from "./asked-locale.server";
import { type Cookies, cookiesFor, tokenCookie, type TokenCookie } from "./cookies/cookies.server";
import type { AskedFor } from "./page-url";
import { campaignOf, pageAt } from "./paths";
import { newReply, type Reply } from "./reply.server";
import { sessionHash, sessionIds } from "./cookies/session-id.server";
import type { Locale } from "~/i18n/locales";
import { splitPrefix } from "~/i18n/negotiate";
import { type Services, servicesOf } from "./services.server";
import { acqInstrumentation } from "~/telemetry/metrics";
import type { Log } from "~/telemetry/log.server";
import { newRequestRecord, type RequestRecord } from "~/telemetry/request-record.server";

/** The facts of one request; everything in them is the client's word but `clientAddress` and `nonce`. */
export interface RequestFacts extends AskedFor {
  /** GET where it is not said. */
  method?: string;
  hostname: string;
  headers: {
    cookie: string | undefined;
    acceptLanguage: string | undefined;
    demoCountry: string | undefined;
    userAgent: string | undefined;
    /** Save-Data: on (Save Data API, section 2): pages of few bytes. */
    savesData: boolean;
    /** Sec-CH-UA-Mobile (User-Agent Client Hints, section 3.3). */
    mobile?: string | undefined;
    /** Sec-Fetch-Dest and Sec-Fetch-Site (W3C Fetch Metadata). */
    fetchDest?: string | undefined;
    fetchSite?: string | undefined;
  };
  clientAddress: string;
  /** Of this answer's scripts; undefined for a page that is sent to many, whose scripts are known by their hashes. */
  nonce: string | undefined;
  signal: AbortSignal | undefined;
  /** Of the form that was sent. */
  body?: Buffer | undefined;
  /** Where a document is put for a server that sends it as it is; the answer itself then has no body. */
  documentSink?: { document?: string };
  /** Whether nothing says that this visitor meant to send the form: its action has to ask (guard). */
  unproven?: boolean;
  /** Why the guard refused the request, when it did: the page says so. */
  refusal?: { status: number; maintenance?: boolean } | undefined;
  /** The request's line in the log; absent where nothing is logged. */
  record?: RequestRecord;
}

/** The load context of one request: what loaders and actions may use; of features, what this visitor has. */
export interface RequestContext extends Omit<Services, "log">, Variants {
  readonly log: Log;
  readonly facts: RequestFacts;
  readonly record: RequestRecord;
  readonly locale: Locale;
  /** "/de" for a prefixed URL, else "". */
  readonly prefix: string;
  /** The path below base path and prefix, without query. */
  readonly path: string;
  readonly sent: Partial<Record<string, string>>;
  readonly cookies: Cookies;
  readonly tokenCookie: TokenCookie;
  readonly sessionId: string;
  readonly acq: Acq;
  /** The part that loaders and actions write, and the answer is made of. */
  readonly reply: Reply;
}

/** @param features those of a page that is made for many: then nothing of experiments is read or kept */
export function createRequestContext(
  services: Services,
  facts: RequestFacts,
  features?: Features,
): RequestContext {
  const { config } = services;
  const [pathname = "/"] = facts.url.split("?", 1);
  const { prefix, locale: prefixed, rest } = splitPrefix(pathname);
  const cookies = cookiesFor(config);
  const sent = parse(facts.headers.cookie ?? "");
  const locale = askedLocale(config, cookies, {
    prefixed,
    sent,
    hostname: facts.hostname,
    acceptLanguage: facts.headers.acceptLanguage,
  });
  const variants = features
    ? variantsOfMany(features)
    : services.experiments.variantsFor({
        sent,
        locale,
        url: facts.url,
        hostname: facts.hostname,
        mobile: facts.headers.mobile,
        campaign: campaignOf(rest),
        takesPart: pageAt(rest)?.experiments === true,
        mayBegin: !facts.isData && (facts.method ?? "GET") === "GET",
      });
  // A document begins a session; what its page asks for later belongs to it (docs/acq-protocol.md#requests).
  const sessionId = (facts.isData ? sessionIds(sent[cookies.sid.name])[0] : undefined) ?? uuid();
  const record = Object.assign(facts.record ?? newRequestRecord(), {
    locale,
    session: sessionHash(sessionId),
  });
  const log = services.log.of(record);
  const acq = acqOf(services, facts, { sessionId, sourcePage: pathname, sent, record, log });
  return {
    ...services,
    log,
    facts,
    record,
    locale,
    prefix,
    ...variants,
    path: rest,
    sent,
    cookies,
    tokenCookie: tokenCookie(config.token.cookie, config),
    sessionId,
    acq,
    reply: newReply(variants),
  };
}

interface AcqUse extends Pick<RequestContext, "sessionId" | "sent" | "record" | "log"> {
  sourcePage: string;
}

/**
 * The deadline of a page's calls to acq, in milliseconds: the first screen is answered within 5 s, since its visitor has
 * started nothing that could be lost. Forms wait for ACQ_TIMEOUT_MS (docs/acq-protocol.md#deadline-and-repetition).
 */
const pageDeadlineMs = 4500;

/** The way to acq of one request, in its visitor's name. */
function acqOf(services: Services, facts: RequestFacts, use: AcqUse): Acq {
  const { config, defaults, metrics, acqBreakers, acqOpenCalls: openCalls } = services;
  const { sessionId, sourcePage, sent, record, log } = use;
  const isForm = facts.method === "POST";
  const settings = {
    url: acqUrl(config, defaults.current),
    timeoutMs: isForm ? config.acq.timeoutMs : Math.min(config.acq.timeoutMs, pageDeadlineMs),
    breaker: isForm ? acqBreakers.forms : acqBreakers.pages,
    openCalls,
    log,
    instrumentation: acqInstrumentation(record, { log, metrics }),
  };
  return services.createAcq(settings, {
    sessionId,
    sourcePage,
    clientAddress: facts.clientAddress,
    acceptLanguage: facts.headers.acceptLanguage,
    authorization: authorizationFrom(sent[config.token.cookie], config.token.prefix),
    signal: facts.signal,
    demoCountry: config.acq.embedded ? facts.headers.demoCountry : undefined,
  });
}

declare module "@remix-run/server-runtime" {
  interface AppLoadContext {
    app?: RequestContext;
  }
}

let portableServices: Services | undefined;

/**
 * The context of a request. server.ts makes it; under the stock remix-serve, which hands over nothing, it is
 * made here from the process's environment, so that the build stays portable.
 */
export function requestContext(loadContext: AppLoadContext, request: Request): RequestContext {
  loadContext.app ??= createRequestContext(
    (portableServices ??= servicesOf(processConfig())),
    factsOf(request),
  );
  return loadContext.app;
}

function factsOf(request: Request): RequestFacts {
  const { pathname, search, hostname } = new URL(request.url);
  return {
    method: request.method,
    url: pathname + search,
    isData: false,
    hostname,
    headers: {
      cookie: request.headers.get("Cookie") ?? undefined,
      acceptLanguage: request.headers.get("Accept-Language") ?? undefined,
      demoCountry: undefined,
      userAgent: request.headers.get("User-Agent") ?? undefined,
      savesData: request.headers.get("Save-Data") === "on",
      mobile: request.headers.get("Sec-CH-UA-Mobile") ?? undefined,
    },
    clientAddress: "127.0.0.1",
    nonce: undefined,
    signal: request.signal,
  };
}
