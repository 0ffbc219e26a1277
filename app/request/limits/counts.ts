/** A limit on tries: so many in so many seconds. */
export interface Count {
  /** Returned by `countKey`. All keys of one call have the same subject. */
  key: string;
  limit: number;
  seconds: number;
  /** True if the try is compared with this count but not added to it. */
  isReadOnly?: boolean;
}

/**
 * The decision on a try. `sizes`: the number of tries in each count before this one. `isRepeated`: a try with this id
 * was counted before, so this one is not.
 */
export type Taken = { sizes: number[] } & (
  | { status: "free"; isRepeated: boolean }
  /** `retryAfter`: seconds until the next try is possible. */
  | { status: "over"; retryAfter: number }
);

/** Adds an id to a count for so many seconds; without seconds, removes it. */
export interface Change {
  key: string;
  id: string;
  seconds?: number;
}

/** Counts the tries of networks, accounts and recipients. Never throws. */
export interface Counts {
  /**
   * Decides on a try and counts it in one step: in all counts, or in none if one is full.
   *
   * @param id - identifies the try; the same id again is the same try
   */
  take(id: string, counts: readonly Count[]): Promise<Taken>;
  /** Applies changes to counts of one subject in one step. Removing an unknown id does nothing. */
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

/** Returns a wait in whole seconds, at least one. */
export function retryAfterOf(waitMs: number): number {
  return Math.max(1, Math.ceil(waitMs / 1000));
}
