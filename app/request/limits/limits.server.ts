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

/** The number of tries in ten minutes, for one client address unless stated otherwise (docs/decisions/limits.md). */
const maxTries = {
  /** Wrong passwords. The same number applies to one account from all addresses. */
  password: 5,
  /** Different typed codes that acq does not know: enough for a family's typing errors, too few for a search. */
  guess: 10,
  /**
   * The same for codes in links, counted separately: an attacker does not lock out an invited visitor on the same
   * network.
   */
  linkedGuess: 40,
  /** Links of one network that are checked at the same time: more than an office opens. */
  linksAtOnce: 100,
  /** acq sends at most one e-mail a minute; more requests are not useful. */
  resend: 5,
  /** E-mails to one recipient, whatever requests them; at most one a minute. */
  mail: 5,
  /** Checks whether the account is active. */
  check: 30,
  /** Activations by button: more than a household needs. */
  activation: 30,
  /** Many people share an address: an office, a school, a mobile network. */
  registration: 20,
  /** A second application is never needed. */
  interest: 5,
} as const;

type Limit = keyof typeof maxTries;

/** The limits that metrics report; "linksAtOnce" is reported as "linkedGuess". */
export const limitNames: readonly string[] = Object.keys(maxTries).filter((name) => name !== "linksAtOnce");

export type LimitedAction = Exclude<Limit, "guess" | "linkedGuess" | "linksAtOnce" | "mail" | "password">;

export interface Limits {
  /** Counts an action of a client address. Call it before acq. */
  take(action: LimitedAction, address: string): Promise<Try>;
  /** Counts a code that acq may not know. Call it before acq. */
  tryCode(address: string, code: string, way: CodeWay): Promise<CodeTry>;
  /** Counts an e-mail. Call it before acq. */
  tryMail(mail: WantedMail): Promise<MailTry>;
  /**
   * Counts a password that may be wrong. Call it before acq.
   *
   * @param account - `accountKeyOf` the address
   */
  tryPassword(address: string, account: string): Promise<Try>;
}

interface LimitOptions {
  counts: Counts;
  /** Called each time a limit refuses a try. */
  hit?: (limit: Limit) => void;
}

/** Creates limits for client addresses (IPv6: /64 and /56), accounts and recipients. They never throw. */
export function createLimits({ counts, hit }: LimitOptions): Limits {
  const [tryCode, tryMail] = [codeTries(counts), mailTries(counts)];

  function countHit<Verdict extends { status: string }>(limit: Limit, verdict: Verdict): Verdict {
    if (verdict.status === "over") hit?.(limit);
    return verdict;
  }

  /** Counts a try in all counts, or in none if one is full. */
  async function take(tryCounts: readonly Count[]): Promise<Try> {
    const id = uuid();
    const decision = await counts.take(id, tryCounts);
    if (decision.status === "over") return { status: "over", retryAfter: decision.retryAfter };
    return { status: "free", refund: () => counts.change(tryCounts.map(({ key }) => ({ key, id }))) };
  }

  /** The network's count decides first: once it is full, nothing is stored for the accounts that it tries. */
  async function tryPassword(address: string, account: string): Promise<Try> {
    const limit = maxTries.password;
    const networkTry = await take(clientCounts(address, "password", limit, windowSeconds));
    const isReadOnly = networkTry.status === "over";
    const accountCount = { key: countKey(account, "password"), limit, seconds: windowSeconds, isReadOnly };
    const accountTry = await take([accountCount]);
    if (networkTry.status === "over") {
      const others = accountTry.status === "over" ? accountTry.retryAfter : 0;
      return { status: "over", retryAfter: Math.max(networkTry.retryAfter, others) };
    }
    if (accountTry.status === "over") {
      await networkTry.refund();
      return accountTry;
    }
    return {
      status: "free",
      async refund() {
        await Promise.all([networkTry.refund(), accountTry.refund()]);
      },
    };
  }

  return {
    async take(action, address) {
      return countHit(action, await take(clientCounts(address, action, maxTries[action], windowSeconds)));
    },
    async tryCode(address, code, way) {
      const { guess, linkedGuess, linksAtOnce } = maxTries;
      const limit = way === "typed" ? "guess" : "linkedGuess";
      return countHit(limit, await tryCode(address, code, way, { guess, linkedGuess, linksAtOnce }));
    },
    async tryMail(mail) {
      return countHit("mail", await tryMail(mail, maxTries.mail));
    },
    async tryPassword(address, account) {
      return countHit("password", await tryPassword(address, account));
    },
  };
}
