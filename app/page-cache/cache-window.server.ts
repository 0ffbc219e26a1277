import type { Features } from "~/config/features-variable";
import type { Services } from "~/services.server";
import { seasonAt } from "~/domain/season/season";
import { seasonBanner } from "~/pages/season.server";

const minute = 60_000;

/** What the clock decides of a page; times in milliseconds since 1970. */
export interface CacheWindow {
  /** What the landing page's banner shows. */
  season: string;
  /** Until when a landing page that is made now is true. */
  landingUntil: number;
  /** The same for every other page: their footers name the year. */
  until: number;
}

type Banner = Features["seasonal-banner"];

/** Reads the clock; works out what it means once for as long as that holds, for each banner that is shown. */
export function cacheWindowReader({ clock }: Pick<Services, "clock">): (banner: Banner) => CacheWindow {
  const moments = new Map<Banner, CacheWindow>();
  return (banner) => {
    const now = clock();
    const known = moments.get(banner);
    if (known && now.getTime() < known.landingUntil) return known;
    const moment = cacheWindowOf(now, banner);
    moments.set(banner, moment);
    return moment;
  };
}

function cacheWindowOf(now: Date, wanted: Banner): CacheWindow {
  const banner = seasonBanner({ clock: () => now, features: { "seasonal-banner": wanted } });
  const until = new Date(now.getFullYear() + 1, 0, 1).getTime();
  // A countdown counts from the server's minute.
  const minuteEnd = (Math.floor(now.getTime() / minute) + 1) * minute;
  const bannerUntil = banner?.kind === "countdown" ? minuteEnd : seasonAt(now).until.getTime();
  return { season: banner?.kind ?? "none", landingUntil: Math.min(until, bannerUntil), until };
}
