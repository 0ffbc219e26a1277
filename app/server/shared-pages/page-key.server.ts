import { parse } from "cookie";
import type { IncomingHttpHeaders } from "node:http";
import type { Features } from "~/config/features-variable";
import type { Services } from "~/request/services.server";
import { findForbiddenReferrer } from "~/domain/referrer/referrer.server";
import { resolveRequestLocale } from "~/request/request-locale.server";
import { hasBody } from "~/server/guard/guard-body.server";
import { wantsHtml } from "~/server/accept-headers.server";
import { hasOneValidHost } from "~/server/guard/guard-target.server";
import { readRequestedHost, parseHostname } from "~/server/client-address.server";
import type { Locale } from "~/i18n/locales";
import { hasVisitorCookie } from "~/request/privacy";
import type { RequestAddress } from "~/request/request-address";
import { toSingleHeader } from "~/request/request-info";
import { listOwnHosts } from "~/request/referrer-guard.server";
import { memoizeHeader } from "~/utils/memoize";
import { type SharedPage, findSharedPage } from "./shared-page.server";
import { findSeason } from "~/domain/season";
import { countdownStepMs, createSeasonBanner } from "~/request/season.server";

/** The parts of a shared page that depend on the clock. Times are in milliseconds since 1970. */
interface CachePeriod {
  /** The kind of the landing page's seasonal banner, or "none". */
  bannerKind: string;
  /** When a landing page that is rendered now expires. */
  landingExpiresAt: number;
  /** When a page other than the landing page expires: at the end of the year, because its footer shows the year. */
  expiresAt: number;
}

type BannerSetting = Features["seasonal-banner"];

/**
 * Creates a function that returns the clock-dependent parts of shared pages for a setting of the seasonal banner. The
 * parts are cached until a landing page with them would expire.
 */
function createCacheWindowReader({
  clock,
}: Pick<Services, "clock">): (bannerSetting: BannerSetting) => CachePeriod {
  const cacheWindowByBanner = new Map<BannerSetting, CachePeriod>();
  return (bannerSetting) => {
    const now = clock();
    const cachedWindow = cacheWindowByBanner.get(bannerSetting);
    if (cachedWindow && now.getTime() < cachedWindow.landingExpiresAt) return cachedWindow;
    const cacheWindow = computeCacheWindow(now, bannerSetting);
    cacheWindowByBanner.set(bannerSetting, cacheWindow);
    return cacheWindow;
  };
}

function computeCacheWindow(now: Date, bannerSetting: BannerSetting): CachePeriod {
  const banner = createSeasonBanner(bannerSetting, now);
  const nextYearStart = new Date(now.getFullYear() + 1, 0, 1).getTime();
  // A page with a countdown expires at the end of the current minute, because the countdown shows minutes.
  const currentMinuteEnd = (Math.floor(now.getTime() / countdownStepMs) + 1) * countdownStepMs;
  const bannerExpiresAt =
    banner?.kind === "countdown" ? currentMinuteEnd : findSeason(now).changesAt.getTime();
  return {
    bannerKind: banner?.kind ?? "none",
    landingExpiresAt: Math.min(nextYearStart, bannerExpiresAt),
    expiresAt: nextYearStart,
  };
}

/** The parts of a request that determine its shared page. */
export interface KeyedRequest {
  method: string | undefined;
  address: RequestAddress;
  headers: IncomingHttpHeaders;
  rawHeaders: readonly string[];
}

/** The key of a shared page: everything that the page's bytes depend on, and nothing else. */
export interface PageKey {
  /** The whole key as one text. */
  name: string;
  /** The path and query to render, below the base path. */
  url: string;
  locale: Locale;
  status: number;
  saveData: boolean;
  /**
   * The features with which the page is rendered. Only the landing page is rendered with the visitor's own variants.
   */
  features: Features;
  /** When the page expires, in milliseconds since 1970. */
  expiresAt: number;
  /** True if the response sets the `locale` cookie to the URL's language (docs/product/pages.md#languages). */
  shouldSetLocaleCookie: boolean;
  /** The Set-Cookie value for the `variants` cookie, if the cookie has to change. */
  variantsCookie: string | undefined;
}

/**
 * Decides whether a page is shared, which means that the page cache may serve it to all visitors. No other code decides
 * this (docs/decisions/page-cache.md). A shared page must depend on nothing outside its key, which
 * tests/integration/server/shared-pages.test.ts checks.
 */
export function createPageKeyReader(services: Services): (request: KeyedRequest) => PageKey | undefined {
  const { config, cookies, experiments, defaults } = services;
  const readSharedRequest = createSharedRequestReader(services);
  const readCacheWindow = createCacheWindowReader(services);
  const parseCachedHostname = memoizeHeader(parseHostname);
  const serializeFeatures = createFeatureSerializer();

  return (request) => {
    const sharedRequest = readSharedRequest(request);
    if (!sharedRequest) return undefined;
    const { address, headers } = request;
    const { sharedPage, requestCookies } = sharedRequest;
    const { campaign, isLanding } = sharedPage;
    const hostname = parseCachedHostname(readRequestedHost(headers, config.trustedProxyCount));
    const acceptLanguage = headers["accept-language"];
    const locale = resolveRequestLocale(config, cookies, {
      prefixLocale: address.prefixLocale,
      requestCookies,
      hostname,
      acceptLanguage,
    });
    const experimentVariants = experiments.chooseVariants({
      requestCookies,
      url: address.url,
      locale,
      hostname,
      campaign,
      mobileHint: toSingleHeader(headers["sec-ch-ua-mobile"]),
      hasExperiments: isLanding,
      canCreateVisitor: true,
    });
    // Previews get a personalized page, and so do responses that set or clear the `visitor` cookie.
    if (experimentVariants.isPreview || experimentVariants.visitorCookie) return undefined;
    const features = isLanding ? experimentVariants.features : config.features;
    const saveData = headers["save-data"] === "on";
    const { bannerKind, landingExpiresAt, expiresAt } = readCacheWindow(features["seasonal-banner"]);
    const { prefix, prefixLocale } = address;
    const renderedPath = sharedPage.path === "/" && prefix !== "" ? prefix : `${prefix}${sharedPage.path}`;
    const landingKeyPart = isLanding ? `${bannerKind} ${serializeFeatures(features)}` : "";
    // The page's key contains the tag manager's id, because the defaults file may change the id at any time.
    const tagManagerId = defaults.current.gtmContainerId ?? "";
    return {
      name: [locale, renderedPath, saveData ? "sparing" : "", landingKeyPart, tagManagerId].join(" "),
      url: renderedPath,
      locale,
      status: sharedPage.status,
      saveData,
      features,
      expiresAt: isLanding ? landingExpiresAt : expiresAt,
      shouldSetLocaleCookie:
        prefixLocale !== undefined && requestCookies[cookies.locale.name] !== prefixLocale,
      variantsCookie: experimentVariants.variantsCookie,
    };
  };
}

interface SharedRequest {
  sharedPage: SharedPage;
  requestCookies: Partial<Record<string, string>>;
}

/** Returns a function that finds the shared page of a request. It returns undefined if the page is personalized. */
function createSharedRequestReader({
  config,
  cookies,
}: Services): (request: KeyedRequest) => SharedRequest | undefined {
  const isForbiddenReferrer = memoizeHeader(
    (referrer) => findForbiddenReferrer(referrer, listOwnHosts(config)) !== undefined,
  );

  return ({ method, address, headers, rawHeaders }) => {
    if ((method !== "GET" && method !== "HEAD") || hasBody({ headers })) return undefined;
    const page = findSharedPage(address);
    if (!page || !wantsHtml(headers.accept) || !hasOneValidHost(rawHeaders)) return undefined;
    const { referer, cookie } = headers;
    if (page.isLanding && referer !== undefined && isForbiddenReferrer(referer)) return undefined;
    const requestCookies = cookie === undefined ? {} : parse(cookie);
    // The not-found page of this visitor names the path that the visitor has requested.
    const namesPath = page.status === 404 && requestCookies[cookies.missingPath.name] !== undefined;
    return namesPath || hasVisitorCookie(cookies, requestCookies)
      ? undefined
      : { sharedPage: page, requestCookies };
  };
}

/**
 * Returns a function that serializes features. Each object is serialized only once, because most visitors share one
 * object.
 */
function createFeatureSerializer(): (features: Features) => string {
  const serializedFeatures = new WeakMap<Features, string>();
  return (features) => {
    const cachedText = serializedFeatures.get(features);
    if (cachedText !== undefined) return cachedText;
    const serializedText = JSON.stringify(features);
    serializedFeatures.set(features, serializedText);
    return serializedText;
  };
}
