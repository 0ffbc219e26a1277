import type { Config } from "~/config/environment";
import type { Locale } from "~/i18n/locales";
import {
  createErrorTextReader,
  type PreparedPage,
  preparePages,
  type PreparedTexts,
} from "~/server/prepared-pages.server";

/** Returns the texts of the page that an overloaded process sends. They are read without Remix and its translator. */
export async function readBusyTexts(locale: Locale): Promise<PreparedTexts> {
  const text = await createErrorTextReader(locale);
  return {
    title: text("errors:unavailable.title"),
    heading: text("errors:unavailable.heading"),
    body: text("errors:unavailable.busy"),
    button: text("errors:unavailable.button"),
  };
}

/** The Retry-After header of the page for too many visitors, in seconds. */
const retryAfter = "5";

/** Prepares the page for too many visitors in each language, since an overloaded process has no time to render it. */
export function prepareBusyPages(config: Config): Promise<ReadonlyMap<Locale, PreparedPage>> {
  return preparePages(config, readBusyTexts, { "retry-after": retryAfter });
}
