import type { AppLoadContext } from "@remix-run/node";
import { parse } from "cookie";
import { v4 as uuid } from "uuid";
import { createBreaker, type Breaker } from "./acq/breaker.server";
import { createAcq, type Acq } from "./acq/client.server";
import { createLiveLink } from "./acq/live-link.server";
import type { CountryOption } from "./acq/operations/check-registration-code.server";
import { processConfig, type Config } from "./config/environment";
import { authorizationFrom } from "./domain/member-session/authorization";
import type { Draft } from "./domain/registration/draft.schema";
import { createFollowers, type Followers } from "./domain/registration/followers.server";
import { featuresFor, type Features } from "./experiments/features";
import { cookiesFor, tokenCookie, type Cookies, type TokenCookie } from "./http/cookies.server";
import { createEventStreams, type EventStreams } from "./http/event-streams.server";
import type { AskedFor } from "./http/page-url";
import { createLimits, type Limits } from "./http/limits.server";
import { createSealing, type Sealing } from "./http/sealing.server";
import { isLocale, type Area, type Locale } from "./i18n/locales";
import { negotiateLocale, splitPrefix } from "./i18n/negotiate";
import type { Moulds } from "./moulds/moulds.server";
import { createLog, type Log } from "./telemetry/log.server";

/** What acq said of the invitation whose registration form comes back to its visitor. */
export interface ReturnedForm {
  inviter: string | null;
  countryOptions: CountryOption[];
}

/** What lives as long as the process. */
export interface Services {
  config: Config;
  log: Log;
  sealing: Sealing;
  clock: () => Date;
  features: Features;
  acqBreaker: Breaker;
  limits: Limits;
  /** Who follows which registration, over one connection to acq. */
  followers: Followers;
  eventStreams: EventStreams;
  /** Absent where every page is drawn anew: in development, and under the stock server. */
  moulds?: Moulds;
}

/** What one request says of itself; everything in it is the client's word but `clientAddress` and `nonce`. */
export interface RequestFacts extends AskedFor {
  hostname: string;
  headers: {
    cookie: string | undefined;
    acceptLanguage: string | undefined;
    demoCountry: string | undefined;
    userAgent: string | undefined;
    /** Save-Data: on (Save Data API, section 2): pages of few bytes. */
    savesData: boolean;
  };
  clientAddress: string;
  /** Of this answer's scripts; undefined for a page that is sent to many, whose scripts are known by their hashes. */
  nonce: string | undefined;
  signal: AbortSignal | undefined;
  /** Where a document is put for a server that sends it as it is; the answer itself then has no body. */
  outlet?: { document?: string };
  /** Why the guard refused the request, when it did: the page says so. */
  refusal?: { status: number };
}

/** The load context of one request: what loaders and actions may use. */
export interface RequestContext extends Services {
  facts: RequestFacts;
  locale: Locale;
  /** "/de" for a prefixed URL, else "". */
  prefix: string;
  /** The path below base path and prefix, without query. */
  path: string;
  sent: Partial<Record<string, string>>;
  cookies: Cookies;
  tokenCookie: TokenCookie;
  sessionId: string;
  acq: Acq;
  /** Set by a loader whose page holds a code or anything else of its visitor: nobody may keep it. */
  personal: boolean;
  /** The visitor's own words on a page that is else the same for many; undefined for every other page. */
  ownWords: readonly string[] | undefined;
  /** Areas of text that the browser needs beside those of the page's `handle`. */
  areas: Area[];
  /** Set by an action whose page is shown again with an error: titles begin with "Error: ". */
  invalid: boolean;
  /** The form that an action read; shown again, it stays the same form (contract.md, section 7). */
  sentForm: { formId: string; asked: boolean } | undefined;
  /** Set by the registration form's action when its page is shown again: the loader need not ask acq twice. */
  returned: ReturnedForm | undefined;
  /** Read once, by `readDraft`. */
  draft: Draft | undefined;
  /** Cookies to set with the answer: Set-Cookie values by cookie. */
  outgoing: Map<string, string>;
  /** Seconds until a request that was refused for now may be repeated: the Retry-After header. */
  retryAfter: number | undefined;
}

export function createRequestContext(services: Services, facts: RequestFacts): RequestContext {
  const { config } = services;
  const [pathname = "/"] = facts.url.split("?", 1);
  const { prefix, locale: prefixed, rest } = splitPrefix(pathname);
  const cookies = cookiesFor(config);
  const sent = parse(facts.headers.cookie ?? "");
  const hostLocale = config.localeDomains.get(facts.hostname);
  const locale =
    prefixed ??
    negotiateLocale({
      langCookie: sent[cookies.lang.name],
      localeCookie: sent[cookies.locale.name],
      hostLocale: isLocale(hostLocale) ? hostLocale : undefined,
      acceptLanguage: facts.headers.acceptLanguage,
    });
  const sessionId = uuid();
  const acq = createAcq(
    { url: config.acq.url, timeoutMs: config.acq.timeoutMs, breaker: services.acqBreaker, log: services.log },
    {
      sessionId,
      sourcePage: pathname,
      clientAddress: facts.clientAddress,
      acceptLanguage: facts.headers.acceptLanguage,
      authorization: authorizationFrom(sent[config.token.cookie], config.token.prefix),
      signal: facts.signal,
      demoCountry: config.acq.embedded ? facts.headers.demoCountry : undefined,
    },
  );
  return {
    ...services,
    facts,
    locale,
    prefix,
    path: rest,
    sent,
    cookies,
    tokenCookie: tokenCookie(config.token.cookie, config),
    sessionId,
    acq,
    personal: false,
    ownWords: undefined,
    areas: [],
    invalid: false,
    sentForm: undefined,
    returned: undefined,
    draft: undefined,
    outgoing: new Map(),
    retryAfter: undefined,
  };
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

export function servicesOf(config: Config): Services {
  const clock = () => new Date(Date.now() + config.clockShiftMs);
  const log = createLog(config.logLevel);
  return {
    config,
    clock,
    log,
    sealing: createSealing(config.secrets, clock),
    features: featuresFor(config),
    acqBreaker: createBreaker(),
    followers: createFollowers(createLiveLink({ url: config.acq.subscriptionUrl, log })),
    eventStreams: createEventStreams({ clock }),
    limits: createLimits({ redisUrl: config.redisUrl, workers: config.workers, log }),
  };
}

function factsOf(request: Request): RequestFacts {
  const { pathname, search, hostname } = new URL(request.url);
  return {
    url: pathname + search,
    isData: false,
    hostname,
    headers: {
      cookie: request.headers.get("Cookie") ?? undefined,
      acceptLanguage: request.headers.get("Accept-Language") ?? undefined,
      demoCountry: undefined,
      userAgent: request.headers.get("User-Agent") ?? undefined,
      savesData: request.headers.get("Save-Data") === "on",
    },
    clientAddress: "127.0.0.1",
    nonce: undefined,
    signal: request.signal,
  };
}
