import { v4 as uuid } from "uuid";
import { createClientCounts } from "./client-counts.server";
import { type AttemptCount, createCountKey, type CountStore } from "./counts";
import {
  createCodeAttemptCounter,
  type CodeAttemptResult,
  type CodeSource,
  createMailAttemptCounter,
  type LimitName,
  type MailAttemptResult,
  maxAttemptsByLimit,
  type AttemptResult,
  type MailRequest,
  attemptWindowSeconds,
} from "./attempts.server";

/** The names of limits in the metrics. The metrics report "linksAtOnce" as "linkedGuess". */
export const limitNames: readonly string[] = Object.keys(maxAttemptsByLimit).filter(
  (name) => name !== "linksAtOnce",
);

export type LimitedAction = Exclude<LimitName, "guess" | "linkedGuess" | "linksAtOnce" | "mail" | "password">;

export interface Limits {
  /** Counts a client's action against the limit of this action. Call it before calling acq. */
  countAction(action: LimitedAction, clientAddress: string): Promise<AttemptResult>;
  /** Counts an attempt with a code that is possibly unknown to acq. Call this function before acq. */
  countCodeAttempt(clientAddress: string, code: string, source: CodeSource): Promise<CodeAttemptResult>;
  /** Counts an e-mail that acq will send. Call it before calling acq. */
  countMailAttempt(mailRequest: MailRequest): Promise<MailAttemptResult>;
  /**
   * Counts a password that may be wrong. Call it before calling acq.
   *
   * @param accountKey - the result of `toAccountKey` for the e-mail address
   */
  countPasswordAttempt(clientAddress: string, accountKey: string): Promise<AttemptResult>;
}

interface LimitOptions {
  countStore: CountStore;
  /** Called each time that a limit refuses an attempt. */
  onLimitReached?: (limit: LimitName) => void;
}

/** Creates limits for client networks (IPv6: /64 and /56), accounts and recipients. They never throw. */
export function createLimits({ countStore, onLimitReached }: LimitOptions): Limits {
  const [countCodeAttempt, countMailAttempt] = [
    createCodeAttemptCounter(countStore),
    createMailAttemptCounter(countStore),
  ];

  function reportIfRefused<Verdict extends { status: string }>(
    limit: LimitName,
    attemptResult: Verdict,
  ): Verdict {
    if (attemptResult.status === "limited") onLimitReached?.(limit);
    return attemptResult;
  }

  /** Adds an attempt to all of the given counts. If one of the counts is full, adds the attempt to none. */
  async function countAttempt(attemptCounts: readonly AttemptCount[]): Promise<AttemptResult> {
    const id = uuid();
    const countResult = await countStore.countAttempt(id, attemptCounts);
    if (countResult.status === "limited") return { status: "limited", retryAfter: countResult.retryAfter };
    return {
      status: "free",
      refund: () => countStore.applyChanges(attemptCounts.map(({ key }) => ({ key, id }))),
    };
  }

  /**
   * Counts an attempt to sign in, first for the network and then for the account. If the network has reached its limit,
   * the account's count is only read, so that one network cannot fill the account's count.
   */
  async function countPasswordAttempt(clientAddress: string, accountKey: string): Promise<AttemptResult> {
    const limit = maxAttemptsByLimit.password;
    const networkAttempt = await countAttempt(
      createClientCounts(clientAddress, "password", limit, attemptWindowSeconds),
    );
    const accountCount = {
      key: createCountKey(accountKey, "password"),
      limit,
      windowSeconds: attemptWindowSeconds,
      // If the network's limit has refused this attempt, the attempt does not count for the account.
      isCheckOnly: networkAttempt.status === "limited",
    };
    const accountAttempt = await countAttempt([accountCount]);
    if (networkAttempt.status === "limited") {
      const accountRetryAfter = accountAttempt.status === "limited" ? accountAttempt.retryAfter : 0;
      return { status: "limited", retryAfter: Math.max(networkAttempt.retryAfter, accountRetryAfter) };
    }
    if (accountAttempt.status === "limited") {
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
    async countAction(action, clientAddress) {
      return reportIfRefused(
        action,
        await countAttempt(
          createClientCounts(clientAddress, action, maxAttemptsByLimit[action], attemptWindowSeconds),
        ),
      );
    },
    async countCodeAttempt(clientAddress, code, source) {
      const limit = source === "typed" ? "guess" : "linkedGuess";
      return reportIfRefused(limit, await countCodeAttempt(clientAddress, code, source));
    },
    async countMailAttempt(mailRequest) {
      return reportIfRefused("mail", await countMailAttempt(mailRequest));
    },
    async countPasswordAttempt(clientAddress, accountKey) {
      return reportIfRefused("password", await countPasswordAttempt(clientAddress, accountKey));
    },
  };
}
