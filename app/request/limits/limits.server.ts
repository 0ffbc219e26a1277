import { v4 as uuid } from "uuid";
import { createClientCounts } from "./client-counts.server";
import { type Count, createCountKey, type Counts } from "./counts";
import {
  createCodeTries,
  type CodeAttemptResult,
  type CodeSource,
  createMailTries,
  type Limit,
  type MailAttemptResult,
  maxTries,
  type AttemptResult,
  type MailRequest,
  windowSeconds,
} from "./tries.server";

/** The names of limits in the metrics. The metrics report "linksAtOnce" as "linkedGuess". */
export const limitNames: readonly string[] = Object.keys(maxTries).filter((name) => name !== "linksAtOnce");

export type LimitedAction = Exclude<Limit, "guess" | "linkedGuess" | "linksAtOnce" | "mail" | "password">;

export interface Limits {
  /** Counts a client's action against the limit of this action. Call it before calling acq. */
  take(action: LimitedAction, clientAddress: string): Promise<AttemptResult>;
  /** Counts a code that acq may not know. Call it before calling acq. */
  tryCode(clientAddress: string, code: string, source: CodeSource): Promise<CodeAttemptResult>;
  /** Counts an e-mail that acq will send. Call it before calling acq. */
  tryMail(mailRequest: MailRequest): Promise<MailAttemptResult>;
  /**
   * Counts a password that may be wrong. Call it before calling acq.
   *
   * @param account - the result of `toAccountKey` for the e-mail address
   */
  tryPassword(clientAddress: string, account: string): Promise<AttemptResult>;
}

interface LimitOptions {
  counts: Counts;
  /** Called each time that a limit refuses an attempt. */
  onHit?: (limit: Limit) => void;
}

/** Creates limits for client networks (IPv6: /64 and /56), accounts and recipients. They never throw. */
export function createLimits({ counts, onHit }: LimitOptions): Limits {
  const [tryCode, tryMail] = [createCodeTries(counts), createMailTries(counts)];

  function countHit<Verdict extends { status: string }>(limit: Limit, attemptResult: Verdict): Verdict {
    if (attemptResult.status === "over") onHit?.(limit);
    return attemptResult;
  }

  /** Adds an attempt to all of the given counts. If one of the counts is full, adds the attempt to none. */
  async function take(attemptCounts: readonly Count[]): Promise<AttemptResult> {
    const id = uuid();
    const takeResult = await counts.take(id, attemptCounts);
    if (takeResult.status === "over") return { status: "over", retryAfter: takeResult.retryAfter };
    return { status: "free", refund: () => counts.change(attemptCounts.map(({ key }) => ({ key, id }))) };
  }

  /**
   * Checks the network's limit first. If the network has reached its limit, the account's count is only read, so that
   * one network cannot fill the account's count.
   */
  async function tryPassword(clientAddress: string, account: string): Promise<AttemptResult> {
    const limit = maxTries.password;
    const networkAttempt = await take(createClientCounts(clientAddress, "password", limit, windowSeconds));
    const accountCount = {
      key: createCountKey(account, "password"),
      limit,
      seconds: windowSeconds,
      // The network's limit has refused this attempt, so it does not count for the account.
      isCheckOnly: networkAttempt.status === "over",
    };
    const accountAttempt = await take([accountCount]);
    if (networkAttempt.status === "over") {
      const accountRetryAfter = accountAttempt.status === "over" ? accountAttempt.retryAfter : 0;
      return { status: "over", retryAfter: Math.max(networkAttempt.retryAfter, accountRetryAfter) };
    }
    if (accountAttempt.status === "over") {
      await networkAttempt.refund();
      return accountAttempt;
    }
    return {
      status: "free",
      async refund() {
        await Promise.all([networkAttempt.refund(), accountAttempt.refund()]);
      },
    };
  }

  return {
    async take(action, clientAddress) {
      return countHit(
        action,
        await take(createClientCounts(clientAddress, action, maxTries[action], windowSeconds)),
      );
    },
    async tryCode(clientAddress, code, source) {
      const limit = source === "typed" ? "guess" : "linkedGuess";
      return countHit(limit, await tryCode(clientAddress, code, source));
    },
    async tryMail(mailRequest) {
      return countHit("mail", await tryMail(mailRequest));
    },
    async tryPassword(clientAddress, account) {
      return countHit("password", await tryPassword(clientAddress, account));
    },
  };
}
