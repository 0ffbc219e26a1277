import type { Services } from "~/context.server";
import { seasonAt } from "~/domain/season/season";
import { seasonBanner } from "~/pages/season.server";

const minute = 60_000;

/** What the clock decides of a page; times in milliseconds since 1970. */
export interface Moment {
  /** What the landing page's banner shows. */
  season: string;
  /** Until when a landing page that is made now is true. */
  landingUntil: number;
  /** The same for every other page: their footers name the year. */
  until: number;
}

type Sources = Pick<Services, "clock" | "features">;

/** Reads the clock; works out what it means once for as long as that holds. */
export function momentReader(sources: Sources): () => Moment {
  let features = sources.features;
  let moment = momentOf(sources);
  return () => {
    if (sources.clock().getTime() >= moment.landingUntil || features !== sources.features) {
      features = sources.features;
      moment = momentOf(sources);
    }
    return moment;
  };
}

function momentOf({ clock, features }: Sources): Moment {
  const now = clock();
  const banner = seasonBanner({ clock: () => now, features });
  const until = new Date(now.getFullYear() + 1, 0, 1).getTime();
  // A countdown counts from the server's minute.
  const minuteEnd = (Math.floor(now.getTime() / minute) + 1) * minute;
  const bannerUntil = banner?.kind === "countdown" ? minuteEnd : seasonAt(now).until.getTime();
  return { season: banner?.kind ?? "none", landingUntil: Math.min(until, bannerUntil), until };
}
