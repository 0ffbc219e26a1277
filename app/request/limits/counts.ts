/** A limit that a try counts against: so many tries in so many seconds, each of which counts for just as long. */
export interface Count {
  /** Made by `countKey`. All keys of one call have the same subject. */
  key: string;
  limit: number;
  seconds: number;
  /** The try is compared with this count and not added to it. */
  isReadOnly?: boolean;
}

/**
 * The decision on a try. `sizes` are the counts' tries before this one, in the order of the counts; `isRepeated`: a
 * try of this id was counted before, and this one is not.
 */
export type Taken = { sizes: number[] } & (
  | { status: "free"; isRepeated: boolean }
  /** Seconds until it may be tried again. */
  | { status: "over"; retryAfter: number }
);

/** Adds an id to a count for so many seconds, or removes it where these are absent. */
export interface Change {
  key: string;
  id: string;
  seconds?: number;
}

/** Counts the tries of networks, accounts and recipients. Never throws. */
export interface Counts {
  /**
   * Decides on a try and counts it, in one step: in all counts, or in none if one of them is full.
   *
   * @param id - names the try; the same id again is the same try
   */
  take(id: string, counts: readonly Count[]): Promise<Taken>;
  /** Applies changes to counts of one subject in one step. Removing an absent id does nothing. */
  change(changes: readonly Change[]): Promise<void>;
}

/**
 * Returns the key of a count.
 *
 * @param subject - a network, an account or a recipient; in Redis Cluster its keys are in one slot
 */
export function countKey(subject: string, name: string): string {
  return `velvetgate:{${subject}}:${name}`;
}

/** Returns the seconds to wait, of milliseconds: at least one. */
export function retryAfterOf(waitMs: number): number {
  return Math.max(1, Math.ceil(waitMs / 1000));
}
