/** A drawn page in pieces: text at even places, at odd ones the index of the word that belongs between. */
export type Mould = readonly string[];

/** Pages of which only a few words are their visitor's own, drawn once without them. */
export interface Moulds {
  /** What is known of a page that is asked for; the first time nothing is. */
  find(key: string): Known;
  /** Without a mould: the page is drawn anew each time. */
  keep(key: string, mould: Mould | undefined): void;
}

type Known = { status: "new" } | { status: "seen" } | { status: "unfit" } | { status: "made"; mould: Mould };

/** @param most moulds at a time; the least used goes first */
export function createMoulds(most = 100): Moulds {
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
    keep(key, mould) {
      put(key, mould ? { status: "made", mould } : { status: "unfit" });
    },
  };
}
