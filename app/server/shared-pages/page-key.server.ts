import { parse } from "cookie";
import type { IncomingHttpHeaders } from "node:http";
import type { Features } from "~/config/features-variable";
import type { Services } from "~/request/services.server";
import { forbiddenReferrer } from "~/domain/referrer/referrer.server";
import { askedLocale } from "~/request/asked-locale.server";
import { type Cookies, cookiesFor } from "~/request/cookies/cookies.server";
import { announcesBody } from "~/server/guard/guard-body.server";
import { wantsHtml } from "~/server/wants-html.server";
import { isPlainHost } from "~/server/guard/guard-target.server";
import { askedHost, hostnameIn } from "~/server/client-address.server";
import type { Locale } from "~/i18n/locales";
import { hasVisitorCookie } from "~/request/privacy";
import type { RequestAddress } from "~/request/request-address";
import { ownHosts } from "~/request/referrer-guard.server";
import { memoize, memoizeHeader } from "~/i18n/memoize";
import { type SharedPage, sharedPageAt } from "./shared-page.server";
import { seasonAt } from "~/domain/season";
import { bannerMinuteMs, seasonBanner } from "~/request/season.server";

/** The clock's part in a page; times in milliseconds since 1970. */
interface CacheWindow {
  /** The content of the landing page's banner. */
  season: string;
  /** Until when a landing page that is made now is true. */
  landingUntil: number;
  /** The same for every other page: their footers name the year. */
  until: number;
}

type Banner = Features["seasonal-banner"];

/** Reads the clock; works out what it means once for as long as that holds, for each banner that is shown. */
function cacheWindowReader({ clock }: Pick<Services, "clock">): (banner: Banner) => CacheWindow {
  const moments = new Map<Banner, CacheWindow>();
  return (banner) => {
    const now = clock();
    const known = moments.get(banner);
    if (known && now.getTime() < known.landingUntil) return known;
    const moment = cacheWindowOf(now, banner);
    moments.set(banner, moment);
    return moment;
  };
}

function cacheWindowOf(now: Date, wanted: Banner): CacheWindow {
  const banner = seasonBanner({ clock: () => now, features: { "seasonal-banner": wanted } });
  const until = new Date(now.getFullYear() + 1, 0, 1).getTime();
  // A countdown counts from the server's minute.
  const minuteEnd = (Math.floor(now.getTime() / bannerMinuteMs) + 1) * bannerMinuteMs;
  const bannerUntil = banner?.kind === "countdown" ? minuteEnd : seasonAt(now).until.getTime();
  return { season: banner?.kind ?? "none", landingUntil: Math.min(until, bannerUntil), until };
}

/** The parts of a request that say which page it is for. */
export interface KeyedRequest {
  method: string | undefined;
  address: RequestAddress;
  headers: IncomingHttpHeaders;
  rawHeaders: readonly string[];
}

/** Which of all shared pages is asked for: everything that its bytes may depend on, and nothing else. */
export interface PageKey {
  /** All of it in one text. */
  name: string;
  /** Path and query to render, below the base path. */
  url: string;
  locale: Locale;
  status: number;
  saveData: boolean;
  /** The features that the page is drawn with: the visitor's on the landing page, which alone reads any. */
  features: Features;
  /** From when on it may show something else; milliseconds since 1970. */
  until: number;
  /** Whether the visitor's `locale` cookie is to follow this prefixed address (docs/product.md#languages). */
  setsLocale: boolean;
  /** Set-Cookie for `variants`, when the address says so. */
  variantsCookie: string | undefined;
}

/**
 * The one place that decides whether a page can be everybody's (docs/decisions/page-cache.md). What a page shows
 * must depend on nothing that is not in the key: tests/page-cache renders with canaries.
 */
export function pageKeyReader(services: Services): (request: KeyedRequest) => PageKey | undefined {
  const { config, experiments, defaults } = services;
  const cookies = cookiesFor(config);
  const sharedRequest = sharedRequestReader(services, cookies);
  const moment = cacheWindowReader(services);
  const nameOfHost = memoizeHeader(hostnameIn);
  const textOf = featuresText();

  return (request) => {
    const shared = sharedRequest(request);
    if (!shared) return undefined;
    const { address, headers } = request;
    const { page, requestCookies } = shared;
    const { campaign, isLanding } = page;
    const hostname = nameOfHost(askedHost(headers, config.trustProxy));
    const acceptLanguage = headers["accept-language"];
    const locale = askedLocale(config, cookies, {
      prefixed: address.prefixLocale,
      requestCookies,
      hostname,
      acceptLanguage,
    });
    const variants = experiments.variantsFor({
      requestCookies,
      url: address.url,
      locale,
      hostname,
      campaign,
      mobile: mobileOf(headers),
      takesPart: isLanding,
      mayBegin: true,
    });
    // A visitor who is new here, or put into an experiment, or looks at a preview, has a page of their own.
    if (variants.isPreview || variants.visitorCookie) return undefined;
    const features = isLanding ? variants.features : config.features;
    const saveData = headers["save-data"] === "on";
    const { season, landingUntil, until } = moment(features["seasonal-banner"]);
    const { prefix, prefixLocale } = address;
    const at = page.path === "/" && prefix !== "" ? prefix : `${prefix}${page.path}`;
    const landing = isLanding ? `${season} ${textOf(features)}` : "";
    // The defaults file may name another tag manager at any time.
    const tags = defaults.current.gtmContainerId ?? "";
    return {
      name: [locale, at, saveData ? "sparing" : "", landing, tags].join(" "),
      url: at,
      locale,
      status: page.status,
      saveData,
      features,
      until: isLanding ? landingUntil : until,
      setsLocale: prefixLocale !== undefined && requestCookies[cookies.locale.name] !== prefixLocale,
      variantsCookie: variants.variantsCookie,
    };
  };
}

interface SharedRequest {
  page: SharedPage;
  /** Its cookies. */
  requestCookies: Partial<Record<string, string>>;
}

/** The shared page that a request asks for; undefined where the answer is its sender's alone. */
function sharedRequestReader(
  { config, parseAddress }: Services,
  cookies: Cookies,
): (request: KeyedRequest) => SharedRequest | undefined {
  const pageAt = memoize((target) => sharedPageAt(parseAddress(target)));
  const isListed = memoizeHeader((referrer) => forbiddenReferrer(referrer, ownHosts(config)) !== undefined);

  return ({ method, address, headers, rawHeaders }) => {
    if ((method !== "GET" && method !== "HEAD") || announcesBody({ headers })) return undefined;
    const page = pageAt(address.path + address.search);
    if (!page || !wantsHtml(headers.accept) || !isPlainHost(rawHeaders)) return undefined;
    const { referer, cookie } = headers;
    if (page.isLanding && referer !== undefined && isListed(referer)) return undefined;
    const requestCookies = cookie === undefined ? {} : parse(cookie);
    return hasVisitorCookie(config, cookies, requestCookies) ? undefined : { page, requestCookies };
  };
}

/** Features in one text, made once for each of the objects that visitors share. */
function featuresText(): (features: Features) => string {
  const texts = new WeakMap<Features, string>();
  return (features) => {
    const known = texts.get(features);
    if (known !== undefined) return known;
    const text = JSON.stringify(features);
    texts.set(features, text);
    return text;
  };
}

function mobileOf(headers: IncomingHttpHeaders): string | undefined {
  const hint = headers["sec-ch-ua-mobile"];
  return typeof hint === "string" ? hint : undefined;
}
