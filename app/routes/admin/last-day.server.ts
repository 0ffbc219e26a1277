import type { RequestContext } from "~/request/context.server";
import { formatsOf } from "~/i18n/locales";
import { translateFor } from "~/request/page-data.server";

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Returns the day on which something ends, in words and as a date, in the administrator's language and the club's time
 * zone (docs/product/cookies-and-events.md#experiments-and-seasons): "Valid until 5 December 2026 (in 14 days)".
 */
export function lastDayOf(context: RequestContext, end: Date): string {
  const locale = formatsOf(context.locale);
  const days = Math.round((dayNumber(end) - dayNumber(context.clock())) / dayMs);
  const date = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "Europe/Berlin" });
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
  return translateFor(context)("admin:lastDay", {
    relative: relative.format(days, "day"),
    date: date.format(end),
  });
}

/** Returns midnight UTC of the date in Berlin, so that two of them differ by whole days in summer time too. */
function dayNumber(date: Date): number {
  // The Swedish format is that of ISO 8601.
  return Date.parse(new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Berlin" }).format(date));
}
