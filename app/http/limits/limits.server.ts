import { createHash } from "node:crypto";
import type { Redis } from "ioredis";
import { RateLimiterMemory, RateLimiterRedis } from "rate-limiter-flexible";
import { networkOf } from "./client-network.server";
import { countTry, verdictOn, type CountedTry, type LimitVerdict } from "./counted-try.server";

const seconds = 10 * 60;

/** How often one client address may do something in ten minutes (contract.md, section 6; docs/decisions/limits.md). */
const most = {
  /** Wrong ones; as many for one account, wherever they come from. */
  password: 5,
  /** Different codes that acq does not know: a family's slips, but no search among codes. */
  guess: 10,
  /** acq sends one e-mail a minute at the most: whoever asks more often does not read them. */
  resend: 5,
  /** Somebody who looks again and again whether the account is active. */
  check: 30,
  /** Many people share one address: an office, a school, a mobile network. */
  registration: 20,
  /** Nobody needs a second one. */
  interest: 5,
} as const;

export type LimitedAction = Exclude<keyof typeof most, "guess" | "password">;

export interface Limits {
  /** Counts one more of these for a client address. */
  take(action: LimitedAction, address: string): Promise<LimitVerdict>;
  /** Counts a code that acq does not know, each code once. */
  takeGuess(address: string, code: string): Promise<LimitVerdict>;
  /**
   * Counts a password that may be wrong, before acq is asked.
   *
   * @param account whom it is for, without saying so: `accountKeyOf`
   */
  tryPassword(address: string, account: string): Promise<CountedTry>;
}

interface LimitOptions {
  /** Shared by all instances; undefined: in memory. */
  redis: Redis | undefined;
  /** How many processes of this machine count each for itself where there is no Redis. */
  workers: number;
  /** Hears of each time that a limit says no. */
  hit?: (limit: keyof typeof most) => void;
}

/**
 * Counts per client address, an IPv6 one by its /64. While Redis is away each process counts for itself: limits
 * are weaker then, and nothing else. Without Redis they are divided among the workers (contract.md, section 2). Never
 * throws.
 */
export function createLimits({ redis, workers, hit }: LimitOptions): Limits {
  const limiterOf = (name: string) => {
    // `penalty` counts and never refuses; points are what `consume` would heed.
    const options = { keyPrefix: `velvetgate:${name}`, points: 0, duration: seconds };
    const inMemory = new RateLimiterMemory(options);
    if (!redis) return inMemory;
    const shared = { storeClient: redis, rejectIfRedisNotReady: true, insuranceLimiter: inMemory };
    return new RateLimiterRedis({ ...options, ...shared });
  };
  const counters = {
    password: limiterOf("password"),
    account: limiterOf("account"),
    guess: limiterOf("guess"),
    guessedCode: limiterOf("guessed-code"),
    resend: limiterOf("resend"),
    check: limiterOf("check"),
    registration: limiterOf("registration"),
    interest: limiterOf("interest"),
  };

  /** Connections go to the workers in turn: each of them sees its part. */
  const allowed = (action: keyof typeof most) => Math.ceil(most[action] / (redis ? 1 : workers));

  function heard<Verdict extends { status: string }>(limit: keyof typeof most, verdict: Verdict): Verdict {
    if (verdict.status === "over") hit?.(limit);
    return verdict;
  }

  return {
    async take(action, address) {
      const counted = await counters[action].penalty(networkOf(address));
      return heard(action, verdictOn(counted, allowed(action)));
    },
    async takeGuess(address, code) {
      const network = networkOf(address);
      const guessed = await counters.guessedCode.penalty(`${network} ${fingerprint(code)}`);
      const isNew = guessed.consumedPoints === 1;
      const guesses = await counters.guess.penalty(network, isNew ? 1 : 0);
      return heard("guess", verdictOn(guesses, allowed("guess")));
    },
    async tryPassword(address, account) {
      const counts = [
        { counter: counters.password, key: networkOf(address) },
        { counter: counters.account, key: account },
      ];
      return heard("password", await countTry(counts, allowed("password")));
    },
  };
}

/** The same for every way to write a code that acq takes for the same (acq.graphql). */
function fingerprint(code: string): string {
  return createHash("sha256").update(code.toLowerCase().replaceAll("-", "")).digest("base64url");
}
