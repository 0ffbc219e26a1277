import type { RequestContext } from "~/request/context.server";
import { getFormatLanguageTag } from "~/i18n/locales";
import { createTranslate } from "~/request/page-data.server";

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Returns a text with the last day of a link's validity, such as "Valid until 5 December 2026 (in 14 days)". The
 * language is the administrator's, the time zone is Berlin
 * (docs/product/cookies-and-events.md#experiments-and-seasons).
 */
export function formatLastDay(context: RequestContext, endDate: Date): string {
  const locale = getFormatLanguageTag(context.locale);
  const days = Math.round((toDayNumber(endDate) - toDayNumber(context.clock())) / dayMs);
  const date = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "Europe/Berlin" });
  const relativeFormat = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
  return createTranslate(context)("admin:lastDay", {
    relative: relativeFormat.format(days, "day"),
    date: date.format(endDate),
  });
}

/**
 * Returns midnight UTC of the date that an instant has in Berlin. The difference of two results is a whole number of
 * days, even if the clocks change in between.
 */
function toDayNumber(date: Date): number {
  // The locale sv-SE formats dates as ISO 8601, which `Date.parse` reads as midnight UTC.
  return Date.parse(new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Berlin" }).format(date));
}
