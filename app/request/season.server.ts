import type { Features } from "~/config/features-variable";
import { findNextBlackFriday, findSeason, type SeasonBanner } from "~/domain/season";

/**
 * Returns the current seasonal banner, if any (docs/product/cookies-and-events.md#experiments-and-seasons). The feature
 * `seasonal-banner` can force a banner. A countdown that is forced outside the season ends at the next Black Friday.
 */
export function createSeasonBanner(
  bannerSetting: Features["seasonal-banner"],
  now: Date,
): SeasonBanner | undefined {
  switch (bannerSetting) {
    case "none":
      return undefined;
    case "black-week":
    case "cyber-monday":
      return { kind: bannerSetting };
    case "black-friday":
      return createCountdown(findNextBlackFriday(now), now);
    case "auto": {
      const season = findSeason(now);
      if (season.kind === "none") return undefined;
      return season.kind === "countdown" ? createCountdown(season.endsAt, now) : { kind: season.kind };
    }
  }
}

/**
 * The countdown's current time is rounded down to a multiple of this time, in milliseconds. The page cache can
 * therefore store a page with a countdown for this long.
 */
export const countdownStepMs = 60_000;

/**
 * Creates a countdown. Its current time is rounded down to the minute, so that all visitors within a minute get the
 * same page.
 */
function createCountdown(endsAt: Date, now: Date): SeasonBanner {
  const startOfMinute = new Date(Math.floor(now.getTime() / countdownStepMs) * countdownStepMs);
  return { kind: "countdown", endsAt: endsAt.toISOString(), now: startOfMinute.toISOString() };
}
