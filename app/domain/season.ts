/** The time zone in which seasons begin and end (docs/product/cookies-and-events.md#experiments-and-seasons). */
const timeZone = "Europe/Berlin";

interface SeasonPeriod {
  /** The instant when the season changes. Caches must not store content of this season for longer. */
  until: Date;
}

/** The current season. `endsAt` is the end of the countdown or of the sale. */
export type Season =
  | (SeasonPeriod & { kind: "none" })
  | (SeasonPeriod & { kind: "countdown" | "black-week" | "cyber-monday"; endsAt: Date });

/**
 * The content of the seasonal banner. `endsAt` and `now` are ISO 8601. The countdown uses the server's time `now`,
 * because the browser's clock may be wrong.
 */
export type BannerSeason =
  | { kind: "countdown"; endsAt: string; now: string }
  | { kind: "black-week" }
  | { kind: "cyber-monday" };

/**
 * Returns the season at an instant, with days in Europe/Berlin
 * (docs/product/cookies-and-events.md#experiments-and-seasons). The countdown starts 14 days before Black Friday. Black
 * Week (Monday to Sunday) and Cyber Monday follow.
 */
export function findSeason(now: Date): Season {
  // Uses UTC's year, because Berlin's year differs from it only around New Year, when there is no season.
  const year = now.getUTCFullYear();
  return findSeasonOfYear(year, now) ?? { kind: "none", until: getCountdownStart(year + 1) };
}

/** Returns the start of the next Black Friday after an instant. */
export function findNextBlackFriday(now: Date): Date {
  const year = now.getUTCFullYear();
  const currentBlackFriday = addToBlackFriday(year, 0);
  return now < currentBlackFriday ? currentBlackFriday : addToBlackFriday(year + 1, 0);
}

/**
 * Returns the year's season at an instant, or "none" before the first season. Returns undefined after the year's last
 * season.
 */
function findSeasonOfYear(year: number, now: Date): Season | undefined {
  const friday = addToBlackFriday(year, 0);
  const monday = addToBlackFriday(year, -4);
  const cyberMonday = addToBlackFriday(year, 3);
  const tuesday = addToBlackFriday(year, 4);
  if (now < getCountdownStart(year)) return { kind: "none", until: getCountdownStart(year) };
  if (now < monday) return { kind: "countdown", endsAt: friday, until: monday };
  if (now < cyberMonday) return { kind: "black-week", endsAt: cyberMonday, until: cyberMonday };
  if (now < tuesday) return { kind: "cyber-monday", endsAt: tuesday, until: tuesday };
  return undefined;
}

function getCountdownStart(year: number): Date {
  return addToBlackFriday(year, -14);
}

/** Returns 00:00 of a day relative to Black Friday, the day after the fourth Thursday of November. */
function addToBlackFriday(year: number, days: number): Date {
  const firstWeekday = new Date(Date.UTC(year, 10, 1)).getUTCDay();
  const firstThursday = 1 + ((4 - firstWeekday + 7) % 7);
  return toBerlinMidnight(Date.UTC(year, 10, firstThursday + 22 + days));
}

/**
 * Returns the instant of midnight in Berlin on a given day. Berlin changes its clocks only at 01:00 UTC, so its offset
 * at 00:00 UTC also applies at midnight.
 */
function toBerlinMidnight(utcMidnight: number): Date {
  return new Date(utcMidnight - (toBerlinTime(utcMidnight) - utcMidnight));
}

const berlinTimeFormat = new Intl.DateTimeFormat("en", {
  timeZone,
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
function toBerlinTime(instant: number): number {
  const dateParts = new Map(
    berlinTimeFormat.formatToParts(instant).map(({ type, value }) => [type, Number(value)]),
  );
  const readNumber = (name: Intl.DateTimeFormatPartTypes) => dateParts.get(name) ?? 0;
  return Date.UTC(
    readNumber("year"),
    readNumber("month") - 1,
    readNumber("day"),
    readNumber("hour"),
    readNumber("minute"),
    readNumber("second"),
  );
}
