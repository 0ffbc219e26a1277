import { LRUCache } from "lru-cache";

/** A drawn page without the values of its slots. */
export interface PageTemplate {
  /** The text before, between and after the slots: one piece more than there are places. */
  pieces: readonly string[];
  /** Which value belongs in each place, by its index. */
  places: readonly number[];
}

/** Pages that are the same for many visitors but for the values of a few slots, each drawn once without them. */
export interface PageTemplates {
  /** The state of a page that is asked for; the first time it is new. */
  find(key: string): Known;
  /** Without a template: the page is drawn anew each time. */
  set(key: string, template: PageTemplate | undefined): void;
}

type Known =
  | { status: "new" }
  | { status: "seen" }
  | { status: "unfit" }
  | { status: "made"; template: PageTemplate };

/** @param most templates at a time; the least used goes first */
export function createPageTemplates(most = 100): PageTemplates {
  const known = new LRUCache<string, Known>({ max: most });
  return {
    find(key) {
      const entry = known.get(key);
      if (!entry) known.set(key, { status: "seen" });
      return entry ?? { status: "new" };
    },
    set(key, template) {
      known.set(key, template ? { status: "made", template } : { status: "unfit" });
    },
  };
}
