import { v4 as uuid } from "uuid";
import { clientCounts } from "./client-counts.server";
import { type Count, countKey, type Counts } from "./counts";
import {
  codeTries,
  type CodeTry,
  type CodeWay,
  mailTries,
  type MailTry,
  type Try,
  type WantedMail,
  windowSeconds,
} from "./tries.server";

/**
 * How often something may be done in ten minutes, by one client address if not said otherwise
 * (docs/decisions/limits.md).
 */
const maxTries = {
  /** Wrong ones; as many for one account, wherever they come from. */
  password: 5,
  /** Different codes that acq does not know, after which none is typed: a family's slips, but no search among codes. */
  guess: 10,
  /** The same with those of links, counted apart: an invited visitor gets in although another one guesses. */
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

type Limit = keyof typeof maxTries;

/** The limits that a visitor can reach, for their counts; "linksAtOnce" counts as "linkedGuess". */
export const limitNames: readonly string[] = Object.keys(maxTries).filter((name) => name !== "linksAtOnce");

export type LimitedAction = Exclude<Limit, "guess" | "linkedGuess" | "linksAtOnce" | "mail" | "password">;

export interface Limits {
  /** Counts one more of these for a client address, before acq is asked. */
  take(action: LimitedAction, address: string): Promise<Try>;
  /** Counts a code that acq may not know, before acq is asked. */
  tryCode(address: string, code: string, way: CodeWay): Promise<CodeTry>;
  /** Counts an e-mail, before acq is asked to send it. */
  tryMail(mail: WantedMail): Promise<MailTry>;
  /**
   * Counts a password that may be wrong, before acq is asked.
   *
   * @param account whom it is for, without saying so: `accountKeyOf`
   */
  tryPassword(address: string, account: string): Promise<Try>;
}

interface LimitOptions {
  counts: Counts;
  /** Hears of each time that a limit says no. */
  hit?: (limit: Limit) => void;
}

/** Limits per client address (an IPv6 one by its /64 and its /56), account and recipient. Never throws. */
export function createLimits({ counts, hit }: LimitOptions): Limits {
  const [tryCode, tryMail] = [codeTries(counts), mailTries(counts)];

  function heard<Verdict extends { status: string }>(limit: Limit, verdict: Verdict): Verdict {
    if (verdict.status === "over") hit?.(limit);
    return verdict;
  }

  /** Counts a try in all counts, or in none if one is full. */
  async function take(taken: readonly Count[]): Promise<Try> {
    const id = uuid();
    const decision = await counts.take(id, taken);
    if (decision.status === "over") return { status: "over", retryAfter: decision.retryAfter };
    return { status: "free", refund: () => counts.change(taken.map(({ key }) => ({ key, id }))) };
  }

  /** The network's count decides first: once it is full, nothing is written for the accounts that it tries. */
  async function tryPassword(address: string, account: string): Promise<Try> {
    const limit = maxTries.password;
    const ofNetwork = await take(clientCounts(address, "password", limit, windowSeconds));
    const isReadOnly = ofNetwork.status === "over";
    const accountCount = { key: countKey(account, "password"), limit, seconds: windowSeconds, isReadOnly };
    const ofAccount = await take([accountCount]);
    if (ofNetwork.status === "over") {
      const others = ofAccount.status === "over" ? ofAccount.retryAfter : 0;
      return { status: "over", retryAfter: Math.max(ofNetwork.retryAfter, others) };
    }
    if (ofAccount.status === "over") {
      await ofNetwork.refund();
      return ofAccount;
    }
    return {
      status: "free",
      async refund() {
        await Promise.all([ofNetwork.refund(), ofAccount.refund()]);
      },
    };
  }

  return {
    async take(action, address) {
      return heard(action, await take(clientCounts(address, action, maxTries[action], windowSeconds)));
    },
    async tryCode(address, code, way) {
      const { guess, linkedGuess, linksAtOnce } = maxTries;
      const limit = way === "typed" ? "guess" : "linkedGuess";
      return heard(limit, await tryCode(address, code, way, { guess, linkedGuess, linksAtOnce }));
    },
    async tryMail(mail) {
      return heard("mail", await tryMail(mail, maxTries.mail));
    },
    async tryPassword(address, account) {
      return heard("password", await tryPassword(address, account));
    },
  };
}
