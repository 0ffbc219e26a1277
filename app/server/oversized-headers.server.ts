import type { Config } from "~/config/environment";
import { isLocale, type Locale } from "~/i18n/locales";
import { negotiateLocale, splitLanguagePrefix } from "~/i18n/negotiate";
import { type PreparedPage, preparePages } from "./prepared-pages.server";

/**
 * The maximum size of a request's headers in bytes. It is twice Node's default, since other programs on the same host
 * may set many cookies.
 */
export const maxHeaderBytes = 32 * 1024;

/**
 * Prepares the page for requests with oversized headers. The page explains how to remove cookies. Node calls no handler
 * for such a request, so the page's language is read from the raw bytes that have arrived.
 *
 * @returns a function that finds the page in the language of the path, else of the `lang` cookie, else of
 *   Accept-Language, else in English
 */
export async function prepareHeadersTooLargePages(
  config: Config,
): Promise<(receivedData: Buffer) => PreparedPage | undefined> {
  const preparedPages = await preparePages(config, {
    title: "errors:cookies.title",
    heading: "errors:cookies.heading",
    body: "errors:cookies.body",
    button: "errors:unavailable.button",
  });
  return (receivedData) => preparedPages.get(detectLocale(receivedData.toString("latin1"), config.basePath));
}

function detectLocale(receivedText: string, basePath: string): Locale {
  const [, requestTarget = ""] = /^[A-Z]+ (\S{1,200})/.exec(receivedText) ?? [];
  const { locale } = splitLanguagePrefix(
    requestTarget.startsWith(basePath) ? requestTarget.slice(basePath.length) : "",
  );
  if (locale !== undefined) return locale;
  const [, lang] = /[ ;]lang=([a-z]{2})(?:;|\r)/.exec(receivedText) ?? [];
  const [, acceptLanguage] = /\r\naccept-language: ?([^\r\n]{1,200})\r/i.exec(receivedText) ?? [];
  return negotiateLocale({
    langCookie: isLocale(lang) ? lang : undefined,
    localeCookie: undefined,
    hostLocale: undefined,
    acceptLanguage,
  });
}
