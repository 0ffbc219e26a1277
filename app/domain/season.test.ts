import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findNextBlackFriday, findSeason, type Season } from "~/domain/season";

describe("season by date in Berlin (docs/product/cookies-and-events.md#experiments-and-seasons)", () => {
  it.each([
    ["2026-07-01T12:00:00Z", "none", "2026-11-12T23:00:00Z"],
    ["2026-11-12T22:59:59.999Z", "none", "2026-11-12T23:00:00Z"],
    ["2026-11-12T23:00:00Z", "countdown", "2026-11-22T23:00:00Z"],
    ["2026-11-22T22:59:59.999Z", "countdown", "2026-11-22T23:00:00Z"],
    ["2026-11-22T23:00:00Z", "black-week", "2026-11-29T23:00:00Z"],
    ["2026-11-27T12:00:00Z", "black-week", "2026-11-29T23:00:00Z"],
    ["2026-11-29T22:59:59.999Z", "black-week", "2026-11-29T23:00:00Z"],
    ["2026-11-29T23:00:00Z", "cyber-monday", "2026-11-30T23:00:00Z"],
    ["2026-11-30T22:59:59.999Z", "cyber-monday", "2026-11-30T23:00:00Z"],
    ["2026-11-30T23:00:00Z", "none", "2027-11-11T23:00:00Z"],
    // At this instant, the year 2027 has started in Berlin but not in UTC.
    ["2026-12-31T23:30:00Z", "none", "2027-11-11T23:00:00Z"],
  ])("has at %s the kind %s, which lasts until %s", (now, kind, endsAt) => {
    expect(findSeason(new Date(now))).toMatchObject({ kind, changesAt: new Date(endsAt) });
  });

  it("counts down to the start of Black Friday, then to the end of the sales", () => {
    const findSeasonEnd = (now: string) => readSeasonEnd(findSeason(new Date(now)))?.toISOString();
    expect(findSeasonEnd("2026-11-13T12:00:00Z")).toBe("2026-11-26T23:00:00.000Z");
    expect(findSeasonEnd("2026-11-24T12:00:00Z")).toBe("2026-11-29T23:00:00.000Z");
    expect(findSeasonEnd("2026-11-30T12:00:00Z")).toBe("2026-11-30T23:00:00.000Z");
    expect(findSeasonEnd("2026-08-01T12:00:00Z")).toBeUndefined();
  });

  // Black Friday follows the fourth Thursday of November, so it is on a day from the 23rd to the 29th. The first four
  // cases test the first and the last of these days.
  it.each([
    [2018, "11-23"],
    [2029, "11-23"],
    [2024, "11-29"],
    [2030, "11-29"],
    [2025, "11-28"],
    [2026, "11-27"],
    [2027, "11-26"],
    [2028, "11-24"],
  ])("places Black Friday of %i on %s", (year, day) => {
    const blackFridayStart = findNextBlackFriday(new Date(`${year}-06-01T00:00:00Z`));
    expect(formatBerlinTime(blackFridayStart)).toBe(`${year}-${day} 00:00:00`);
  });

  it("counts down to the next year's Black Friday once this year's has started", () => {
    expect(formatBerlinTime(findNextBlackFriday(new Date("2026-11-26T22:59:59Z")))).toBe(
      "2026-11-27 00:00:00",
    );
    expect(formatBerlinTime(findNextBlackFriday(new Date("2026-11-26T23:00:00Z")))).toBe(
      "2027-11-26 00:00:00",
    );
  });
});

const arbitraryInstant = fc.date({
  min: new Date("2000-01-01T00:00:00Z"),
  max: new Date("2100-01-01T00:00:00Z"),
  noInvalidDate: true,
});

describe("season at any time", () => {
  it("changes exactly at the reported end of the current season", () => {
    fc.assert(
      fc.property(arbitraryInstant, (now) => {
        const season = findSeason(now);
        expect(season.changesAt > now).toBe(true);
        expect(findSeason(new Date(season.changesAt.getTime() - 1))).toEqual(season);
        expect(findSeason(season.changesAt)).not.toEqual(season);
      }),
    );
  });

  it("starts and ends at midnight in Berlin, on the expected day of the week", () => {
    fc.assert(
      fc.property(arbitraryInstant, (now) => {
        const { kind, changesAt } = findSeason(now);
        const weekday = {
          none: /^Friday/,
          countdown: /^Monday/,
          "black-week": /^Monday/,
          "cyber-monday": /^Tuesday/,
        };
        expect(formatBerlinWeekday(changesAt)).toMatch(weekday[kind]);
        expect(formatBerlinTime(changesAt)).toMatch(/ 00:00:00$/);
      }),
    );
  });

  it("places Black Friday on the day after the fourth Thursday of November", () => {
    fc.assert(
      fc.property(arbitraryInstant, (now) => {
        const blackFriday = findNextBlackFriday(now);
        expect(formatBerlinWeekday(blackFriday)).toBe("Friday");
        expect(formatBerlinTime(blackFriday)).toMatch(/^\d{4}-11-(2[3-9]) 00:00:00$/);
        expect(blackFriday.getTime() - now.getTime()).toBeLessThan(372 * 24 * 60 * 60 * 1000);
      }),
    );
  });
});

function readSeasonEnd(season: Season): Date | undefined {
  return season.kind === "none" ? undefined : season.endsAt;
}

function formatBerlinTime(instant: Date): string {
  return instant.toLocaleString("sv-SE", { timeZone: "Europe/Berlin" });
}

function formatBerlinWeekday(instant: Date): string {
  return instant.toLocaleString("en", { timeZone: "Europe/Berlin", weekday: "long" });
}
