import type { RequestContext } from "./context.server";
import { nextBlackFriday, seasonAt, type BannerSeason } from "~/domain/season";

/**
 * Returns the current seasonal banner, if any (docs/product/cookies-and-events.md#experiments-and-seasons). If the
 * feature forces a countdown outside its dates, it counts down to the next Black Friday.
 */
export function seasonBanner({
  clock,
  features,
}: Pick<RequestContext, "clock"> & {
  features: Pick<RequestContext["features"], "seasonal-banner">;
}): BannerSeason | undefined {
  const now = clock();
  const setting = features["seasonal-banner"];
  switch (setting) {
    case "none":
      return undefined;
    case "black-week":
    case "cyber-monday":
      return { kind: setting };
    case "black-friday":
      return createCountdown(nextBlackFriday(now), now);
    case "auto": {
      const season = seasonAt(now);
      if (season.kind === "none") return undefined;
      return season.kind === "countdown" ? createCountdown(season.endsAt, now) : { kind: season.kind };
    }
  }
}

/** How long a countdown shows the same time. The page cache stores its page until then. */
export const bannerMinuteMs = 60_000;

/** Creates a countdown with the time rounded down to the minute, so that all visitors see the same page within it. */
function createCountdown(endsAt: Date, now: Date): BannerSeason {
  const minuteStart = new Date(Math.floor(now.getTime() / bannerMinuteMs) * bannerMinuteMs);
  return { kind: "countdown", endsAt: endsAt.toISOString(), now: minuteStart.toISOString() };
}
