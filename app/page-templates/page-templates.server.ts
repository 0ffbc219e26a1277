/** A drawn page without the values of its slots. */
export interface PageTemplate {
  /** The text before, between and after the slots: one piece more than there are places. */
  pieces: readonly string[];
  /** Which value belongs in each place, by its index. */
  places: readonly number[];
}

/** Pages that are the same for many visitors but for the values of a few slots, each drawn once without them. */
export interface PageTemplates {
  /** What is known of a page that is asked for; the first time nothing is. */
  find(key: string): Known;
  /** Without a template: the page is drawn anew each time. */
  keep(key: string, template: PageTemplate | undefined): void;
}

type Known =
  { status: "new" } | { status: "seen" } | { status: "unfit" } | { status: "made"; template: PageTemplate };

/** @param most templates at a time; the least used goes first */
export function createPageTemplates(most = 100): PageTemplates {
  const known = new Map<string, Known>();

  function put(key: string, entry: Known): void {
    known.delete(key);
    known.set(key, entry);
    const [oldest] = known.keys();
    if (known.size > most && oldest !== undefined) known.delete(oldest);
  }

  return {
    find(key) {
      const entry = known.get(key) ?? { status: "new" };
      put(key, entry.status === "new" ? { status: "seen" } : entry);
      return entry;
    },
    keep(key, template) {
      put(key, template ? { status: "made", template } : { status: "unfit" });
    },
  };
}
