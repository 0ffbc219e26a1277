/** A limit of attempts within a number of seconds. */
export interface Count {
  /** Created by `countKey`. All keys of one call have the same subject. */
  key: string;
  limit: number;
  seconds: number;
  /** True if an attempt is compared with this count but not added to it. */
  isReadOnly?: boolean;
}

/**
 * The decision on an attempt. `sizes`: the number of earlier attempts in each count. `isRepeated`: an attempt with this
 * id was counted before, so it is not counted again.
 */
export type TakeResult = { sizes: number[] } & (
  | { status: "free"; isRepeated: boolean }
  /** `retryAfter`: seconds until the next attempt is possible. */
  | { status: "over"; retryAfter: number }
);

/** Adds an id to a count for a number of seconds; without `seconds`, removes it. */
export interface Change {
  key: string;
  id: string;
  seconds?: number;
}

/** Counts the attempts of networks, accounts and recipients. Never throws. */
export interface Counts {
  /**
   * Decides on an attempt and counts it in one step: in all counts, or in none if one is full.
   *
   * @param id - identifies the attempt; the same id again is the same attempt
   */
  take(id: string, counts: readonly Count[]): Promise<TakeResult>;
  /** Applies changes to the counts of one subject in one step. Removing an unknown id has no effect. */
  change(changes: readonly Change[]): Promise<void>;
}

/**
 * Returns the key of a count.
 *
 * @param subject - a network, an account or a recipient; in a Redis Cluster, all keys of a subject are in one slot
 */
export function countKey(subject: string, name: string): string {
  return `velvetgate:{${subject}}:${name}`;
}

/** Converts a waiting time to whole seconds, at least one. */
export function toRetryAfter(waitMs: number): number {
  return Math.max(1, Math.ceil(waitMs / 1000));
}
