import { parse } from "cookie";
import type { IncomingHttpHeaders } from "node:http";
import type { Services } from "~/context.server";
import { forbiddenReferrer } from "~/domain/referrer/referrer.server";
import { cookiesFor } from "~/http/cookies.server";
import { isCrawler } from "~/http/crawler";
import { isPlainHost } from "~/http/guard-target.server";
import { hostnameOf } from "~/http/hostname.server";
import { isLocale, type Locale } from "~/i18n/locales";
import { negotiateLocale } from "~/i18n/negotiate";
import { ownHosts } from "~/pages/referrer-guard.server";
import { momentReader } from "./moment.server";
import { remembered } from "./remembered";
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
  /** From when on it may show something else; milliseconds since 1970. */
  until: number;
  /** Whether the visitor's `locale` cookie is to follow this prefixed address (contract.md, section 3). */
  setsLocale: boolean;
}

/**
 * The one place that decides whether a page can be everybody's (docs/decisions/page-cache.md). What a page shows
 * must depend on nothing that is not in the key: tests/page-cache renders with canaries.
 */
export function pageKeyReader(services: Services): (asked: Asked) => PageKey | undefined {
  const { config } = services;
  const cookies = cookiesFor(config);
  const visitor = cookies.sid.name.replace(/sid$/, "visitor");
  const hinders = [cookies.draft.name, config.token.cookie, visitor];
  const pageAt = remembered((url) => sharedPageAt(url, config.basePath));
  const isListed = remembered((referrer) => forbiddenReferrer(referrer, ownHosts(config)) !== undefined);
  const isCrawlers = remembered(isCrawler);
  const moment = momentReader(services);
  const variants = new WeakMap<object, string>();

  return ({ method, url = "", headers, rawHeaders }) => {
    if ((method !== "GET" && method !== "HEAD") || announcesBody(headers)) return undefined;
    const page = pageAt(url);
    if (!page || !wantsHtml(headers.accept) || !isPlainHost(rawHeaders)) return undefined;
    const { referer, cookie } = headers;
    if (page.isLanding && referer !== undefined && isListed(referer)) return undefined;
    const sent = cookie === undefined ? {} : parse(cookie);
    if (hinders.some((name) => sent[name] !== undefined)) return undefined;

    const localeCookie = sent[cookies.locale.name];
    const locale =
      page.locale ??
      negotiateLocale({
        langCookie: sent[cookies.lang.name],
        localeCookie,
        hostLocale: hostLocale(headers),
        acceptLanguage: headers["accept-language"],
      });
    const crawler = isCrawlers(headers["user-agent"] ?? "");
    const saveData = headers["save-data"] === "on";
    const { season, landingUntil, until } = moment();
    const at = page.path === "/" && page.prefix !== "" ? page.prefix : `${page.prefix}${page.path}`;
    return {
      name: [
        ...[locale, at, page.isLanding ? season : "", saveData ? "sparing" : "", crawler ? "crawler" : ""],
        variantOf(services.features),
      ].join(" "),
      url: at,
      ...{ locale, status: page.status, saveData, crawler, until: page.isLanding ? landingUntil : until },
      setsLocale: page.locale !== undefined && localeCookie !== page.locale,
    };
  };

  function hostLocale(headers: IncomingHttpHeaders): Locale | undefined {
    if (config.localeDomains.size === 0) return undefined;
    const locale = config.localeDomains.get(hostnameOf(headers, config.trustProxy));
    return isLocale(locale) ? locale : undefined;
  }

  function variantOf(features: Services["features"]): string {
    const known = variants.get(features) ?? JSON.stringify(features);
    variants.set(features, known);
    return known;
  }
}

function announcesBody(headers: IncomingHttpHeaders): boolean {
  return headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined;
}

function wantsHtml(accept: string | undefined): boolean {
  return accept === undefined || /text\/(?:html|\*)|\*\/\*/.test(accept);
}
