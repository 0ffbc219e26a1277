/** The time zone in which seasons begin and end (docs/product/cookies-and-events.md#experiments-and-seasons). */
const seasonTimeZone = "Europe/Berlin";

interface SeasonPeriod {
  /** The instant when the season changes. Caches must not store content of this season for longer. */
  changesAt: Date;
}

/** The current season. `endsAt` is the end of the countdown or of the sale. */
export type Season =
  | (SeasonPeriod & { kind: "none" })
  | (SeasonPeriod & { kind: "countdown" | "black-week" | "cyber-monday"; endsAt: Date });

/**
 * The content of the seasonal banner. `endsAt` and `now` are ISO 8601. The countdown uses the server's time `now`,
 * because the browser's clock may be wrong.
 */
export type SeasonBanner =
  | { kind: "countdown"; endsAt: string; now: string }
  | { kind: "black-week" }
  | { kind: "cyber-monday" };

/**
 * Returns the season at an instant, with days in Europe/Berlin
 * (docs/product/cookies-and-events.md#experiments-and-seasons). The countdown starts 14 days before Black Friday. Black
 * Week (Monday to Sunday) and Cyber Monday follow.
 */
export function findSeason(now: Date): Season {
  // UTC's year is sufficient, because Berlin's year differs from it only around New Year, when there is no season.
  const year = now.getUTCFullYear();
  return findSeasonOfYear(year, now) ?? { kind: "none", changesAt: getCountdownStart(year + 1) };
}

/** Returns the start of the next Black Friday after an instant. */
export function findNextBlackFriday(now: Date): Date {
  const year = now.getUTCFullYear();
  const currentBlackFriday = getDayNearBlackFriday(year, 0);
  return now < currentBlackFriday ? currentBlackFriday : getDayNearBlackFriday(year + 1, 0);
}

/**
 * Returns the year's season at an instant, or "none" before the first season. Returns undefined after the year's last
 * season.
 */
function findSeasonOfYear(year: number, now: Date): Season | undefined {
  const blackFriday = getDayNearBlackFriday(year, 0);
  const blackWeekStart = getDayNearBlackFriday(year, -4);
  const cyberMonday = getDayNearBlackFriday(year, 3);
  const cyberMondayEnd = getDayNearBlackFriday(year, 4);
  if (now < getCountdownStart(year)) return { kind: "none", changesAt: getCountdownStart(year) };
  if (now < blackWeekStart) return { kind: "countdown", endsAt: blackFriday, changesAt: blackWeekStart };
  if (now < cyberMonday) return { kind: "black-week", endsAt: cyberMonday, changesAt: cyberMonday };
  if (now < cyberMondayEnd)
    return { kind: "cyber-monday", endsAt: cyberMondayEnd, changesAt: cyberMondayEnd };
  return undefined;
}

function getCountdownStart(year: number): Date {
  return getDayNearBlackFriday(year, -14);
}

/** Returns 00:00 of a day relative to Black Friday, the day after the fourth Thursday of November. */
function getDayNearBlackFriday(year: number, dayOffset: number): Date {
  const firstWeekdayOfNovember = new Date(Date.UTC(year, 10, 1)).getUTCDay();
  const firstThursdayOfNovember = 1 + ((4 - firstWeekdayOfNovember + 7) % 7);
  return toBerlinMidnight(Date.UTC(year, 10, firstThursdayOfNovember + 22 + dayOffset));
}

/**
 * Returns the instant of midnight in Berlin on a given day. Berlin changes its clocks only at 01:00 UTC, so its offset
 * at 00:00 UTC also applies at midnight.
 */
function toBerlinMidnight(utcMidnightMs: number): Date {
  return new Date(utcMidnightMs - (toBerlinTimeMs(utcMidnightMs) - utcMidnightMs));
}

const berlinTimeFormat = new Intl.DateTimeFormat("en", {
  timeZone: seasonTimeZone,
  calendar: "gregory",
  hourCycle: "h23",
  year: "numeric",
  month: "numeric",
  day: "numeric",
  hour: "numeric",
  minute: "numeric",
  second: "numeric",
});

/** Returns Berlin's local time as a timestamp in milliseconds, as if the local time were UTC. */
function toBerlinTimeMs(utcMs: number): number {
  const dateParts = new Map(
    berlinTimeFormat.formatToParts(utcMs).map(({ type, value }) => [type, Number(value)]),
  );
  const getDatePart = (name: Intl.DateTimeFormatPartTypes) => dateParts.get(name) ?? 0;
  return Date.UTC(
    getDatePart("year"),
    getDatePart("month") - 1,
    getDatePart("day"),
    getDatePart("hour"),
    getDatePart("minute"),
    getDatePart("second"),
  );
}
