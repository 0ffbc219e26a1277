import type { Redis } from "ioredis";
import { networkOf } from "./limit-keys.server";
import {
  codeTries,
  type CodeTry,
  type CodeWay,
  mailTries,
  type MailTry,
  type WantedMail,
} from "./tries.server";
import { type CountedTry, countersIn, countTry } from "./counted-try.server";

/**
 * How often something may be done in ten minutes, by one client address if not said otherwise
 * (docs/decisions/limits.md).
 */
const most = {
  /** Wrong ones; as many for one account, wherever they come from. */
  password: 5,
  /** Different codes that acq does not know, after which none is typed: a family's slips, but no search among codes. */
  guess: 10,
  /** The same with those of links: who is invited gets in beside somebody who guesses. */
  linkedGuess: 40,
  /** Links of one network under way at the same moment: more than any office opens. */
  linksAtOnce: 100,
  /** acq sends one e-mail a minute at the most: whoever asks more often does not read them. */
  resend: 5,
  /** E-mails to one recipient, whoever asks for them; one a minute at the most. */
  mail: 5,
  /** A visitor who looks again and again whether the account is active. */
  check: 30,
  /** An activation is asked for by a button: more than a household needs. */
  activation: 30,
  /** Many people share one address: an office, a school, a mobile network. */
  registration: 20,
  /** A second one is never needed. */
  interest: 5,
} as const;

type Limit = keyof typeof most;
export type LimitedAction = Exclude<Limit, "guess" | "linkedGuess" | "linksAtOnce" | "mail" | "password">;

export interface Limits {
  /** Counts one more of these for a client address, before acq is asked. */
  take(action: LimitedAction, address: string): Promise<CountedTry>;
  /** Counts a code that acq may not know, before acq is asked. */
  tryCode(address: string, code: string, way: CodeWay): Promise<CodeTry>;
  /** Counts an e-mail, before acq is asked to send it. */
  tryMail(mail: WantedMail): Promise<MailTry>;
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
  /** Hears of each time that a limit says no. */
  hit?: (limit: Limit) => void;
}

/**
 * Counts per client address, an IPv6 one by its /64. Without Redis, and while it is away, each instance counts for
 * itself: limits of several are weaker then, and nothing else. Never throws.
 */
export function createLimits({ redis, hit }: LimitOptions): Limits {
  const newCounter = countersIn(redis);
  const counters = {
    resend: newCounter("resend"),
    check: newCounter("check"),
    activation: newCounter("activation"),
    registration: newCounter("registration"),
    interest: newCounter("interest"),
  };
  const [passwords, accounts] = [newCounter("password"), newCounter("account")];
  const [tryCode, tryMail] = [codeTries(newCounter), mailTries(newCounter)];

  function heard<Verdict extends { status: string }>(limit: Limit, verdict: Verdict): Verdict {
    if (verdict.status === "over") hit?.(limit);
    return verdict;
  }

  return {
    async take(action, address) {
      const count = { counter: counters[action], key: networkOf(address), allowed: most[action] };
      return heard(action, await countTry([count]));
    },
    async tryCode(address, code, way) {
      const limit = way === "typed" ? "guess" : "linkedGuess";
      const underWay = most[way === "typed" ? "guess" : "linksAtOnce"];
      return heard(limit, await tryCode(networkOf(address), code, way, { unknown: most[limit], underWay }));
    },
    async tryMail(mail) {
      return heard("mail", await tryMail(mail, most.mail));
    },
    async tryPassword(address, account) {
      const counts = [
        { counter: passwords, key: networkOf(address), allowed: most.password },
        { counter: accounts, key: account, allowed: most.password },
      ];
      return heard("password", await countTry(counts));
    },
  };
}
