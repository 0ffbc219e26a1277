/** The time zone of the club's days (docs/product/cookies-and-events.md#experiments-and-seasons). */
const timeZone = "Europe/Berlin";

interface SeasonPeriod {
  /** When this season changes. Caches must not store derived values for longer. */
  until: Date;
}

/** The current season; `endsAt` is the end of a countdown or of the sale. */
export type Season =
  | (SeasonPeriod & { kind: "none" })
  | (SeasonPeriod & { kind: "countdown" | "black-week" | "cyber-monday"; endsAt: Date });

/**
 * The content of the seasonal banner; instants in ISO 8601. `now` is the server's time, to correct the browser's clock.
 */
export type BannerSeason =
  | { kind: "countdown"; endsAt: string; now: string }
  | { kind: "black-week" }
  | { kind: "cyber-monday" };

/**
 * Returns the season at an instant, by days in Europe/Berlin
 * (docs/product/cookies-and-events.md#experiments-and-seasons): the countdown from 14 days before Black Friday to the
 * Sunday before it, Black Week from Monday to Sunday, Cyber Monday.
 */
export function seasonAt(now: Date): Season {
  // The year of UTC is correct: at the turn of the year there is no season.
  const year = now.getUTCFullYear();
  return seasonOf(year, now) ?? { kind: "none", until: countdownStart(year + 1) };
}

/** Returns the start of the next Black Friday after an instant. */
export function nextBlackFriday(now: Date): Date {
  const year = now.getUTCFullYear();
  const thisYear = fromBlackFriday(year, 0);
  return now < thisYear ? thisYear : fromBlackFriday(year + 1, 0);
}

/** Returns undefined after the year's last season. */
function seasonOf(year: number, now: Date): Season | undefined {
  const friday = fromBlackFriday(year, 0);
  const monday = fromBlackFriday(year, -4);
  const cyberMonday = fromBlackFriday(year, 3);
  const tuesday = fromBlackFriday(year, 4);
  if (now < countdownStart(year)) return { kind: "none", until: countdownStart(year) };
  if (now < monday) return { kind: "countdown", endsAt: friday, until: monday };
  if (now < cyberMonday) return { kind: "black-week", endsAt: cyberMonday, until: cyberMonday };
  if (now < tuesday) return { kind: "cyber-monday", endsAt: tuesday, until: tuesday };
  return undefined;
}

function countdownStart(year: number): Date {
  return fromBlackFriday(year, -14);
}

/** Returns 00:00 of a day relative to Black Friday, the day after the fourth Thursday of November. */
function fromBlackFriday(year: number, days: number): Date {
  const firstWeekday = new Date(Date.UTC(year, 10, 1)).getUTCDay();
  const firstThursday = 1 + ((4 - firstWeekday + 7) % 7);
  return berlinMidnight(Date.UTC(year, 10, firstThursday + 22 + days));
}

/** Berlin's clocks change at 01:00 UTC, so midnight has the offset of 00:00 UTC. */
function berlinMidnight(utcMidnight: number): Date {
  return new Date(utcMidnight - (berlinClock(utcMidnight) - utcMidnight));
}

const clock = new Intl.DateTimeFormat("en", {
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

/** Returns the local time in Berlin, as if it were UTC. */
function berlinClock(instant: number): number {
  const parts = new Map(clock.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
  const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? 0;
  return Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second"));
}
