import { parse } from "cookie";
import type { IncomingHttpHeaders } from "node:http";
import type { Features } from "~/config/features-variable";
import type { Services } from "~/services.server";
import { forbiddenReferrer } from "~/domain/referrer/referrer.server";
import { askedLocale } from "~/http/asked-locale.server";
import { cookiesFor } from "~/http/cookies/cookies.server";
import { isCrawler } from "~/http/crawler";
import { announcesBody } from "~/http/guard/guard-body.server";
import { isPlainHost } from "~/http/guard/guard-target.server";
import { askedHost, hostnameIn } from "~/http/hostname.server";
import type { Locale } from "~/i18n/locales";
import { ownHosts } from "~/pages/referrer-guard.server";
import { memoize } from "~/memoize";
import { cacheWindowReader } from "./cache-window.server";
import { sharedPageAt } from "./shared-page.server";

/** As much of a request as tells which page it asks for. */
export interface Asked {
  method?: string | undefined;
  url?: string | undefined;
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
  /** A crawler's page has no scripts. */
  crawler: boolean;
  /** What the page is drawn with: the visitor's on the landing page, which alone reads any. */
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
export function pageKeyReader(services: Services): (asked: Asked) => PageKey | undefined {
  const { config, experiments } = services;
  const cookies = cookiesFor(config);
  const hinders = [cookies.draft.name, config.token.cookie];
  const pageAt = memoize((url) => sharedPageAt(url, config.basePath));
  const isListed = memoize((referrer) => forbiddenReferrer(referrer, ownHosts(config)) !== undefined);
  const isCrawlers = memoize(isCrawler);
  const moment = cacheWindowReader(services);
  const nameOfHost = memoize(hostnameIn);
  const names = new WeakMap<Features, string>();

  return ({ method, url = "", headers, rawHeaders }) => {
    if ((method !== "GET" && method !== "HEAD") || announcesBody({ headers })) return undefined;
    const page = pageAt(url);
    if (!page || !wantsHtml(headers.accept) || !isPlainHost(rawHeaders)) return undefined;
    const { referer, cookie } = headers;
    if (page.isLanding && referer !== undefined && isListed(referer)) return undefined;
    const sent = cookie === undefined ? {} : parse(cookie);
    if (hinders.some((name) => sent[name] !== undefined)) return undefined;

    const hostname = nameOfHost(askedHost(headers, config.trustProxy));
    const localeCookie = sent[cookies.locale.name];
    const acceptLanguage = headers["accept-language"];
    const locale = askedLocale(config, cookies, { prefixed: page.locale, sent, hostname, acceptLanguage });
    const { campaign, isLanding } = page;
    const variants = experiments.variantsFor({
      ...{ sent, url, locale, hostname, campaign, mobile: mobileOf(headers) },
      ...{ takesPart: isLanding, mayBegin: true },
    });
    // Whoever is new here, or put into an experiment, or looks at a preview, has a page of their own.
    if (variants.isPreview || variants.visitorCookie) return undefined;
    const features = isLanding ? variants.features : config.features;
    const crawler = isCrawlers(headers["user-agent"] ?? "");
    const saveData = headers["save-data"] === "on";
    const { season, landingUntil, until } = moment(features["seasonal-banner"]);
    const at = page.path === "/" && page.prefix !== "" ? page.prefix : `${page.prefix}${page.path}`;
    return {
      name: [
        ...[locale, at, isLanding ? season : "", saveData ? "sparing" : "", crawler ? "crawler" : ""],
        // The defaults file may name another tag manager at any time.
        ...[isLanding ? nameOf(features) : "", services.defaults.current.gtmContainerId ?? ""],
      ].join(" "),
      url: at,
      ...{
        locale,
        status: page.status,
        saveData,
        crawler,
        features,
        until: isLanding ? landingUntil : until,
      },
      setsLocale: page.locale !== undefined && localeCookie !== page.locale,
      variantsCookie: variants.variantsCookie,
    };
  };

  function nameOf(features: Features): string {
    const known = names.get(features);
    if (known !== undefined) return known;
    const name = JSON.stringify(features);
    names.set(features, name);
    return name;
  }
}

function mobileOf(headers: IncomingHttpHeaders): string | undefined {
  const hint = headers["sec-ch-ua-mobile"];
  return typeof hint === "string" ? hint : undefined;
}

function wantsHtml(accept: string | undefined): boolean {
  return accept === undefined || /text\/(?:html|\*)|\*\/\*/.test(accept);
}
