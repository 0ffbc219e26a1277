import { v4 as uuid } from "uuid";
import { createClientCounts } from "./client-counts.server";
import { createCountKey, type CountStore } from "./counts";
import { toCodeKey } from "./limit-keys.server";

/**
 * The maximum number of attempts in ten minutes, by limit. A limit applies to one client network, unless its comment
 * names another subject (docs/decisions/limits.md).
 */
export const maxAttemptsByLimit = {
  /**
   * Attempts to sign in with a wrong password. The same limit applies to each account, for attempts from all networks
   * together.
   */
  password: 5,
  /**
   * Different typed codes that acq does not know. The limit is enough for a family's typing errors, and too low for an
   * attacker to find a valid code.
   */
  guess: 10,
  /**
   * Different codes in links that acq does not know. Typed codes have a separate limit: if an attacker uses up one of
   * the two limits for a network, invited visitors in this network can still use the other.
   */
  linkedGuess: 40,
  /**
   * The maximum number of links from one network that wait for acq at the same time (not in ten minutes). Even a whole
   * office opens fewer links at once.
   */
  linksAtOnce: 100,
  /**
   * Requests for the activation e-mail. acq sends at most one of these e-mails a minute, so more requests would not be
   * useful.
   */
  resend: 5,
  /** E-mails to one recipient, counted for all networks together. A separate limit allows one e-mail a minute. */
  mail: 5,
  /** Clicks on the button that asks whether the account is active. */
  check: 30,
  /** Clicks on the button of the activation page, which activates an account. A household needs fewer. */
  activation: 30,
  /**
   * Registrations. The limit is high, because many people share an IP address: an office, a school, a mobile network.
   */
  registration: 20,
  /** Applications for membership. No visitor needs a second one. */
  interest: 5,
} as const;

export type LimitName = keyof typeof maxAttemptsByLimit;

/** An attempt that is refused, because a limit is reached. `retryAfter`: seconds until the next attempt is possible. */
interface LimitReached {
  status: "limited";
  retryAfter: number;
}

/**
 * An attempt that is allowed and already counted. If the attempt turns out not to count, `refund` removes it from the
 * counts.
 */
interface AllowedAttempt {
  status: "free";
  refund: () => Promise<void>;
}

export type AttemptResult = AllowedAttempt | LimitReached;

/** The reason for an activation e-mail: a new registration, or a visitor's request to send the e-mail again. */
type MailReason = "registration" | "request";

/** An action that makes acq send an e-mail. */
export interface MailRequest {
  /** The recipient: the result of `toAccountKey` for the e-mail address. */
  accountKey: string;
  /**
   * The Idempotency-Key of the call to acq. For a repeated key, acq sends no second e-mail and the attempt is not
   * counted.
   */
  idempotencyKey: string;
  reason: MailReason;
}

export type MailAttemptResult =
  | AllowedAttempt
  | (LimitReached & {
      /**
       * True if one of the e-mails that count toward the recipient's limit was sent for a registration. The recipient
       * may then have an account that is not activated yet.
       */
      hasRegistration: boolean;
    });

const minuteSeconds = 60;
/** How long an attempt counts, in seconds. */
export const attemptWindowSeconds = 10 * minuteSeconds;
const skipRefund = () => Promise.resolve();

/**
 * Counts activation e-mails by recipient: at most one a minute, and `maxAttemptsByLimit.mail` in ten minutes. E-mails
 * to an address count even if acq does not know the address.
 */
export function createMailAttemptCounter(countStore: CountStore) {
  return async ({ accountKey, idempotencyKey, reason }: MailRequest): Promise<MailAttemptResult> => {
    const minuteCount = {
      key: createCountKey(accountKey, "mail-minute"),
      limit: 1,
      windowSeconds: minuteSeconds,
    };
    // E-mails for registrations and e-mails on request are counted separately. Otherwise another person could use up
    // the limit by requests, and the recipient could not register.
    const registrationMailCount = {
      key: createCountKey(accountKey, "mail"),
      windowSeconds: attemptWindowSeconds,
    };
    const requestMailCount = {
      key: createCountKey(accountKey, "mail-request"),
      windowSeconds: attemptWindowSeconds,
    };
    const mailLimit = maxAttemptsByLimit.mail;
    const isRegistration = reason === "registration";
    const countResult = await countStore.countAttempt(idempotencyKey, [
      minuteCount,
      {
        ...registrationMailCount,
        ...(isRegistration ? { limit: mailLimit } : { limit: Infinity, isCheckOnly: true }),
      },
      {
        ...requestMailCount,
        ...(isRegistration ? { limit: Infinity, isCheckOnly: true } : { limit: mailLimit }),
      },
    ]);
    const [, earlierRegistrationMails = 0] = countResult.earlierAttemptCounts;
    if (countResult.status === "limited") {
      return {
        status: "limited",
        retryAfter: countResult.retryAfter,
        hasRegistration: earlierRegistrationMails > 0,
      };
    }
    if (countResult.isRepeated) return { status: "free", refund: skipRefund };
    const tenMinuteCount = isRegistration ? registrationMailCount : requestMailCount;
    return {
      status: "free",
      refund: () =>
        countStore.applyChanges(
          [minuteCount, tenMinuteCount].map((count) => ({ key: count.key, id: idempotencyKey })),
        ),
    };
  };
}

/**
 * The source of a code. `linked`: a link, or the form that the link opened. `crossSite`: a link that another site
 * opened; it has separate limits, because sites can open links without a click.
 */
export type CodeSource = "typed" | "linked" | "crossSite";

export type CodeAttemptResult =
  | (AllowedAttempt & {
      /** Counts the code for ten minutes as a code that acq does not know. Attempts with the same code count once. */
      countAsUnknownCode: () => Promise<void>;
    })
  | LimitReached;

/**
 * How long a link counts as waiting for acq if the visitor leaves before acq responds, in seconds. No call to acq takes
 * longer.
 */
const abandonedLinkSeconds = 30;

/**
 * Counts a client's codes before acq is called, because acq may not know them. Above the limit all codes are refused,
 * so that the response does not reveal whether a code is valid (docs/decisions/code-limits.md). Typed codes, links, and
 * links opened by other sites have separate limits.
 */
export function createCodeAttemptCounter(countStore: CountStore) {
  return async (clientAddress: string, code: string, source: CodeSource): Promise<CodeAttemptResult> => {
    const id = uuid();
    const isTyped = source === "typed";
    const crossSitePrefix = source === "crossSite" ? "cross-site-" : "";
    const unknownCodeCounts = isTyped
      ? createClientCounts(clientAddress, "guess", maxAttemptsByLimit.guess, attemptWindowSeconds)
      : createClientCounts(
          clientAddress,
          `${crossSitePrefix}linked-guess`,
          maxAttemptsByLimit.linkedGuess,
          attemptWindowSeconds,
        );
    const provisionalCounts = isTyped
      ? unknownCodeCounts
      : createClientCounts(
          clientAddress,
          `${crossSitePrefix}links-at-once`,
          maxAttemptsByLimit.linksAtOnce,
          abandonedLinkSeconds,
        );
    const countResult = await countStore.countAttempt(
      id,
      isTyped
        ? unknownCodeCounts
        : [...unknownCodeCounts.map((count) => ({ ...count, isCheckOnly: true })), ...provisionalCounts],
    );
    if (countResult.status === "limited") return { status: "limited", retryAfter: countResult.retryAfter };
    const provisionalRemovals = provisionalCounts.map(({ key }) => ({ key, id }));
    return {
      status: "free",
      refund: () => countStore.applyChanges(provisionalRemovals),
      countAsUnknownCode: () =>
        countStore.applyChanges([
          ...unknownCodeCounts.map(({ key, windowSeconds: seconds }) => ({
            key,
            id: toCodeKey(code),
            seconds,
          })),
          ...provisionalRemovals,
        ]),
    };
  };
}
