import type { Config } from "~/config/environment";
import type { Locale } from "~/i18n/locales";
import {
  errorTextsIn,
  type PreparedPage,
  preparePages,
  type PreparedTexts,
} from "~/server/prepared-pages.server";

/** The words of the page that is sent before Remix, and with it the translator, is asked. */
export async function busyTexts(locale: Locale): Promise<PreparedTexts> {
  const text = await errorTextsIn(locale);
  return {
    title: text("errors:unavailable.title"),
    heading: text("errors:unavailable.heading"),
    body: text("errors:unavailable.busy"),
    button: text("errors:unavailable.button"),
  };
}

/** In seconds. */
const retryAfter = "5";

/** The page that says, in each language, that there are too many visitors: whoever sends it has no time. */
export function busyPages(config: Config): Promise<ReadonlyMap<Locale, PreparedPage>> {
  return preparePages(config, busyTexts, { "retry-after": retryAfter });
}
