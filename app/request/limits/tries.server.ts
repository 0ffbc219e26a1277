import { createHash } from "node:crypto";
import { v4 as uuid } from "uuid";
import { createClientCounts } from "./client-counts.server";
import { countKey, type Counts } from "./counts";

/** The limit is reached. `retryAfter`: seconds until the next attempt is possible. */
export interface Over {
  status: "over";
  retryAfter: number;
}

/** The attempt is allowed. It was counted before its outcome is known; `refund` removes it from the counts again. */
export interface Free {
  status: "free";
  refund: () => Promise<void>;
}

export type Try = Free | Over;

/** The reason for an e-mail: a new registration, or a request to send its e-mail again. */
type MailReason = "registration" | "request";

/** An action that makes acq send an e-mail. */
export interface WantedMail {
  /** The recipient: `accountKeyOf` the e-mail address. */
  account: string;
  /** The Idempotency-Key of the call. acq sends nothing for a repeated key, so the attempt is not counted again. */
  key: string;
  reason: MailReason;
}

export type MailTry =
  | Free
  | (Over & {
      /** True if a registration is among the counted e-mails, so the account waits for its activation. */
      isRegistered: boolean;
    });

const minuteSeconds = 60;
/** How long an attempt counts, in seconds. */
export const windowSeconds = 10 * minuteSeconds;
const noRefund = () => Promise.resolve();

/** Counts e-mails by recipient, whether acq knows the recipient or not: one a minute, and `limit` in ten minutes. */
export function createMailTries(counts: Counts) {
  return async ({ account, key, reason }: WantedMail, limit: number): Promise<MailTry> => {
    const minuteCount = { key: countKey(account, "mail-minute"), limit: 1, seconds: minuteSeconds };
    // Counted separately, so that requests for an e-mail cannot prevent the recipient from registering.
    const registrations = { key: countKey(account, "mail"), seconds: windowSeconds };
    const requests = { key: countKey(account, "mail-request"), seconds: windowSeconds };
    const isRegistration = reason === "registration";
    const result = await counts.take(key, [
      minuteCount,
      { ...registrations, ...(isRegistration ? { limit } : { limit: Infinity, isReadOnly: true }) },
      { ...requests, ...(isRegistration ? { limit: Infinity, isReadOnly: true } : { limit }) },
    ]);
    const [, registrationCount = 0] = result.sizes;
    if (result.status === "over") {
      return { status: "over", retryAfter: result.retryAfter, isRegistered: registrationCount > 0 };
    }
    if (result.isRepeated) return { status: "free", refund: noRefund };
    const tenMinuteCount = isRegistration ? registrations : requests;
    return {
      status: "free",
      refund: () =>
        counts.change([minuteCount, tenMinuteCount].map((count) => ({ key: count.key, id: key }))),
    };
  };
}

/**
 * How the code arrived: typed, in a link or the form that the link opened, or in a link that another site has opened.
 * A page of another site can open any number of links without its visitor's doing, so these have counts of their own.
 */
export type CodeSource = "typed" | "linked" | "crossSite";

export type CodeTry =
  | (Free & {
      /** Counts the code for ten minutes, because acq does not know it. Repeated attempts with one code count once. */
      countUnknown: () => Promise<void>;
    })
  | Over;

interface CodeLimits {
  /** Typed codes that acq does not know. Codes that are being checked count too. */
  guess: number;
  /** Codes in links that acq does not know. */
  linkedGuess: number;
  /** Links that are checked at the same time. */
  linksAtOnce: number;
}

/**
 * How long a link counts as being checked if its visitor leaves, in seconds: the longest duration of an acq call. Other
 * links count until acq responds.
 */
const abandonedLinkSeconds = 30;

/**
 * Counts a client's unknown codes before acq is called. Above the limit every code is refused, valid or not, so that
 * the response reveals nothing (docs/decisions/limits.md). Typed codes, links, and links that another site has opened
 * have separate limits, so that opening many valid links does not use up the limit of typed codes.
 */
export function createCodeTries(counts: Counts) {
  return async (address: string, code: string, source: CodeSource, limits: CodeLimits): Promise<CodeTry> => {
    const id = uuid();
    const isTyped = source === "typed";
    const prefix = source === "crossSite" ? "cross-site-" : "";
    const unknownCodeCounts = isTyped
      ? createClientCounts(address, "guess", limits.guess, windowSeconds)
      : createClientCounts(address, `${prefix}linked-guess`, limits.linkedGuess, windowSeconds);
    const pendingCounts = isTyped
      ? unknownCodeCounts
      : createClientCounts(address, `${prefix}links-at-once`, limits.linksAtOnce, abandonedLinkSeconds);
    const result = await counts.take(
      id,
      isTyped
        ? unknownCodeCounts
        : [...unknownCodeCounts.map((count) => ({ ...count, isReadOnly: true })), ...pendingCounts],
    );
    if (result.status === "over") return { status: "over", retryAfter: result.retryAfter };
    const pendingRemovals = pendingCounts.map(({ key }) => ({ key, id }));
    return {
      status: "free",
      refund: () => counts.change(pendingRemovals),
      countUnknown: () =>
        counts.change([
          ...unknownCodeCounts.map(({ key, seconds }) => ({ key, id: hashCode(code), seconds })),
          ...pendingRemovals,
        ]),
    };
  };
}

/** Returns the same text for all spellings of a code that acq treats as equal (acq.graphql). */
function hashCode(code: string): string {
  return createHash("sha256").update(code.toLowerCase().replaceAll("-", "")).digest("base64url");
}
