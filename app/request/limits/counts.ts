/** A limit on the number of attempts within some seconds. */
export interface AttemptCount {
  /**
   * The key from `createCountKey`. All counts of one call of `countAttempt` or `applyChanges` must have the same
   * subject, such as the same network. One node of a Redis cluster then has all of them.
   */
  key: string;
  limit: number;
  windowSeconds: number;
  /** True if the attempt is refused when this count is full, but is not added to this count. */
  isCheckOnly?: boolean;
}

/**
 * The decision on an attempt. `earlierAttemptCounts`: the number of earlier attempts in each count. `isRepeated`: an
 * attempt with the same id was counted before, so the new attempt is not counted.
 */
export type CountResult = { earlierAttemptCounts: number[] } & (
  | { status: "free"; isRepeated: boolean }
  /** `retryAfter`: seconds until the next attempt is possible. */
  | { status: "limited"; retryAfter: number }
);

/** A change that adds an attempt's id to a count for some seconds. Removes the id if `seconds` is undefined. */
interface CountChange {
  key: string;
  id: string;
  seconds?: number;
}

/** Limits the attempts of networks, accounts and recipients. Never throws. */
export interface CountStore {
  /**
   * Decides on an attempt and counts it in one atomic step. If one count is full, the attempt is added to none.
   *
   * @param id - the id of the attempt; a second attempt with the same id is allowed and not counted
   */
  countAttempt(id: string, counts: readonly AttemptCount[]): Promise<CountResult>;
  /** Applies changes to the counts of one subject in one step. Removing an unknown id has no effect. */
  applyChanges(changes: readonly CountChange[]): Promise<void>;
}

/**
 * Returns the key of a count.
 *
 * @param subject - a network, an account or a recipient; a Redis Cluster stores all keys of a subject in one slot
 */
export function createCountKey(subject: string, name: string): string {
  return `velvetgate:{${subject}}:${name}`;
}

/** Converts a waiting time to whole seconds, at least one. */
export function toRetryAfter(waitMs: number): number {
  return Math.max(1, Math.ceil(waitMs / 1000));
}
