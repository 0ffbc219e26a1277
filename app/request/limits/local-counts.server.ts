import { LRUCache } from "lru-cache";
import { type AttemptCount, type CountStore, toRetryAfter, type CountResult } from "./counts";

/**
 * The state of an attempt. `unsent`: counted in this process, perhaps not in Redis; `sent`: counted in both. `foreign`:
 * read from Redis; `removed`: no longer counted in this process, perhaps still in Redis.
 */
type CountedAttemptState = "unsent" | "sent" | "foreign" | "removed";

interface CountedAttempt {
  /** When the attempt's id expires, in milliseconds since 1970. */
  expiresAt: number;
  state: CountedAttemptState;
}

/**
 * A change of a count that Redis has not confirmed. `attemptLifetimeMs` is the time for which the attempt counts; 0
 * removes the attempt.
 */
interface PendingChange {
  key: string;
  id: string;
  attemptLifetimeMs: number;
}

/**
 * The maximum number of attempts that a process stores, about 20 MB. The least recently used counts are evicted first.
 */
const maxStoredAttempts = 100_000;
/**
 * A count with this many ids does not store the removal of an id that it does not contain. Each stored removal is an
 * entry of the count until Redis confirms the removal.
 */
const maxIdsPerCount = 1000;
/** The maximum number of expired counts that are deleted during one attempt. */
const maxSweptCounts = 1000;

export type LocalCounts = ReturnType<typeof createLocalCounts>;

/**
 * Creates the counts of attempts in this process's memory. Without Redis, only these counts decide on attempts. With
 * Redis, they decide while Redis is down.
 */
export function createLocalCounts() {
  const entriesByKey = new LRUCache<string, Map<string, CountedAttempt>>({
    maxSize: maxStoredAttempts,
    sizeCalculation: ({ size }) => Math.max(1, size),
  });

  /** Returns the attempts of a count that have not expired. Deletes a count without attempts. */
  function readUnexpiredEntries(key: string): Map<string, CountedAttempt> {
    const entries = entriesByKey.peek(key);
    if (!entries) return new Map<string, CountedAttempt>();
    const now = Date.now();
    for (const [id, { expiresAt }] of entries) if (expiresAt <= now) entries.delete(id);
    if (entries.size === 0) entriesByKey.delete(key);
    return entries;
  }

  function storeEntry(key: string, id: string, entry: CountedAttempt): void {
    // Stores a new map instead of changing the old map, because the LRU cache measures a value only when the value is
    // set.
    entriesByKey.set(key, new Map(readUnexpiredEntries(key)).set(id, entry));
  }

  function listAttempts(key: string): [string, CountedAttempt][] {
    return [...readUnexpiredEntries(key)].filter(([, { state }]) => state !== "removed");
  }

  /** Removes the keys of expired counts, the least recently used first. */
  function removeExpiredCounts(): void {
    for (let sweptCount = 0; sweptCount < maxSweptCounts; sweptCount += 1) {
      const { value } = entriesByKey.rkeys().next();
      if (value === undefined || readUnexpiredEntries(value).size > 0) return;
    }
  }

  return {
    /** Decides on an attempt as `CountStore.countAttempt` does. */
    countAttempt(id: string, counts: readonly AttemptCount[]): CountResult {
      removeExpiredCounts();
      const now = Date.now();
      // Marks each count as used by reading it. Otherwise a full count, to which nothing is added, could be evicted.
      for (const { key } of counts) entriesByKey.get(key);
      const currentCounts = counts.map((count) => ({ ...count, attempts: listAttempts(count.key) }));
      const earlierAttemptCounts = currentCounts.map(({ attempts }) => attempts.length);
      if (currentCounts.some(({ attempts }) => attempts.some(([attemptId]) => attemptId === id)))
        return { status: "free", isRepeated: true, earlierAttemptCounts };
      const waitTimesMs = currentCounts.map(({ attempts, limit }) => {
        const expiryTimesMs = attempts
          .map(([, { expiresAt }]) => expiresAt)
          .sort((firstTime, secondTime) => firstTime - secondTime);
        return (expiryTimesMs[attempts.length - limit] ?? now) - now;
      });
      const waitMs = Math.max(...waitTimesMs);
      if (waitMs > 0) return { status: "limited", retryAfter: toRetryAfter(waitMs), earlierAttemptCounts };
      for (const { key, windowSeconds, isCheckOnly } of counts)
        if (isCheckOnly !== true)
          storeEntry(key, id, { expiresAt: now + windowSeconds * 1000, state: "unsent" });
      return { status: "free", isRepeated: false, earlierAttemptCounts };
    },

    /** Adds an attempt's id to a count for a number of seconds, unless the id is already counted. */
    add(key: string, id: string, seconds: number): void {
      const state = readUnexpiredEntries(key).get(id)?.state;
      if (state === undefined || state === "removed")
        storeEntry(key, id, { expiresAt: Date.now() + seconds * 1000, state: "unsent" });
    },

    remove(key: string, id: string): void {
      readUnexpiredEntries(key).delete(id);
      readUnexpiredEntries(key);
    },

    /**
     * Removes an attempt's id in this process and in Redis. The removal is stored until Redis confirms it, or until
     * this number of seconds has passed.
     */
    removeEverywhere(key: string, id: string, seconds: number): void {
      const entries = readUnexpiredEntries(key);
      const expiresAt = entries.get(id)?.expiresAt ?? Date.now() + seconds * 1000;
      if (entries.has(id) || entries.size < maxIdsPerCount)
        storeEntry(key, id, { expiresAt, state: "removed" });
    },

    /**
     * Merges the attempts of a count in Redis with the attempts that this process has stored.
     *
     * @param remainingMsById - the attempts in Redis: the remaining milliseconds of each id
     */
    mergeRedisAttempts(key: string, remainingMsById: ReadonlyMap<string, number>): void {
      for (const [id, entry] of readUnexpiredEntries(key)) {
        if (remainingMsById.has(id)) continue;
        if (entry.state === "foreign") this.remove(key, id);
        // Redis has lost this attempt, because Redis was restarted or another primary took over. The attempt is sent
        // again.
        if (entry.state === "sent") entry.state = "unsent";
      }
      for (const [id, ms] of remainingMsById) {
        const entry = readUnexpiredEntries(key).get(id);
        if (!entry) storeEntry(key, id, { expiresAt: Date.now() + ms, state: "foreign" });
        else if (entry.state === "unsent") entry.state = "sent";
      }
    },

    /** Marks changes of a count as applied in Redis, except changes that a newer change has replaced. */
    confirm(changes: readonly PendingChange[]): void {
      for (const { key, id, attemptLifetimeMs } of changes) {
        const entry = readUnexpiredEntries(key).get(id);
        if (attemptLifetimeMs === 0 && entry?.state === "removed") this.remove(key, id);
        if (attemptLifetimeMs > 0 && entry?.state === "unsent") entry.state = "sent";
      }
    },

    /** Returns the changes of a count that Redis has not confirmed. */
    listPendingChanges(key: string): PendingChange[] {
      const now = Date.now();
      return [...readUnexpiredEntries(key)].flatMap(([id, { state, expiresAt }]) => {
        if (state === "removed") return { key, id, attemptLifetimeMs: 0 };
        return state === "unsent" ? { key, id, attemptLifetimeMs: expiresAt - now } : [];
      });
    },

    /**
     * Marks all attempts of this process as unsent, because Redis may have lost them. Returns the keys of all counts.
     */
    markAllUnsent(): string[] {
      for (const entries of entriesByKey.values())
        for (const entry of entries.values()) if (entry.state === "sent") entry.state = "unsent";
      return [...entriesByKey.keys()];
    },

    size: () => entriesByKey.size,
  };
}

/** Creates counts that use only this process's memory. */
export function createMemoryCounts(): CountStore {
  const localCounts = createLocalCounts();
  return {
    countAttempt: (id, counts) => Promise.resolve(localCounts.countAttempt(id, counts)),
    applyChanges(changes) {
      for (const { key, id, seconds } of changes) {
        if (seconds === undefined) localCounts.remove(key, id);
        else localCounts.add(key, id, seconds);
      }
      return Promise.resolve();
    },
  };
}
