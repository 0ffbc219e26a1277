import { createHash } from "node:crypto";
import { v4 as uuid } from "uuid";
import { clientCounts } from "./client-counts.server";
import { countKey, type Counts } from "./counts";

/** A limit is reached. `retryAfter`: seconds until the next try is possible. */
export interface Over {
  status: "over";
  retryAfter: number;
}

/** A try that is counted before its outcome is known. It is refunded if it should not count. */
export interface Free {
  status: "free";
  refund: () => Promise<void>;
}

export type Try = Free | Over;

/** The reason for an e-mail: a registration, or a request to send its e-mail again. */
type MailReason = "registration" | "request";

/** An action that makes acq send an e-mail. */
export interface WantedMail {
  /** The recipient: `accountKeyOf` the address. */
  account: string;
  /** The Idempotency-Key of the call. With the same key acq sends nothing, so the try is not counted again. */
  key: string;
  reason: MailReason;
}

export type MailTry =
  | Free
  | (Over & {
      /** True if a registration is among the counted e-mails: the account waits for its activation. */
      isRegistered: boolean;
    });

const minuteSeconds = 60;
/** How long a try counts, in seconds. */
export const windowSeconds = 10 * minuteSeconds;
const noRefund = () => Promise.resolve();

/** Counts e-mails by recipient, whether acq knows the address or not: one a minute, and a number in ten minutes. */
export function mailTries(counts: Counts) {
  return async ({ account, key, reason }: WantedMail, limit: number): Promise<MailTry> => {
    const inMinute = { key: countKey(account, "mail-minute"), limit: 1, seconds: minuteSeconds };
    // Counted separately: requests for an address's e-mail must not keep the address from registering.
    const registrations = { key: countKey(account, "mail"), seconds: windowSeconds };
    const requests = { key: countKey(account, "mail-request"), seconds: windowSeconds };
    const isRegistration = reason === "registration";
    const result = await counts.take(key, [
      inMinute,
      { ...registrations, ...(isRegistration ? { limit } : { limit: Infinity, isReadOnly: true }) },
      { ...requests, ...(isRegistration ? { limit: Infinity, isReadOnly: true } : { limit }) },
    ]);
    const [, registered = 0] = result.sizes;
    if (result.status === "over") {
      return { status: "over", retryAfter: result.retryAfter, isRegistered: registered > 0 };
    }
    if (result.isRepeated) return { status: "free", refund: noRefund };
    const inTenMinutes = isRegistration ? registrations : requests;
    return {
      status: "free",
      refund: () => counts.change([inMinute, inTenMinutes].map((count) => ({ key: count.key, id: key }))),
    };
  };
}

/** The origin of a code: typed, or in a link or the form that the link opened. */
export type CodeWay = "typed" | "linked";

export type CodeTry =
  | (Free & {
      /** Counts the code for ten minutes, once however often it is tried, since acq does not know it. */
      wasUnknown: () => Promise<void>;
    })
  | Over;

interface CodeLimits {
  /** Typed codes that acq does not know; codes that are being checked count too. */
  guess: number;
  /** Codes in links that acq does not know. */
  linkedGuess: number;
  /** Links that are checked at the same time. */
  linksAtOnce: number;
}

/**
 * How long a link counts as being checked if its visitor leaves, in seconds: the longest duration of an acq call. Other
 * links count until acq's answer.
 */
const abandonedSeconds = 30;

/**
 * Counts a client's unknown codes before acq is called. Over the limit every code is refused, right or wrong, so that
 * the answer reveals nothing (docs/decisions/limits.md). Links have a budget of their own: good links, however many are
 * opened at the same time, do not use up the budget of typed codes.
 */
export function codeTries(counts: Counts) {
  return async (address: string, code: string, way: CodeWay, limits: CodeLimits): Promise<CodeTry> => {
    const id = uuid();
    const isTyped = way === "typed";
    const unknown = isTyped
      ? clientCounts(address, "guess", limits.guess, windowSeconds)
      : clientCounts(address, "linked-guess", limits.linkedGuess, windowSeconds);
    const pending = isTyped
      ? unknown
      : clientCounts(address, "links-at-once", limits.linksAtOnce, abandonedSeconds);
    const result = await counts.take(
      id,
      isTyped ? unknown : [...unknown.map((count) => ({ ...count, isReadOnly: true })), ...pending],
    );
    if (result.status === "over") return { status: "over", retryAfter: result.retryAfter };
    const noLongerPending = pending.map(({ key }) => ({ key, id }));
    return {
      status: "free",
      refund: () => counts.change(noLongerPending),
      wasUnknown: () =>
        counts.change([
          ...unknown.map(({ key, seconds }) => ({ key, id: fingerprint(code), seconds })),
          ...noLongerPending,
        ]),
    };
  };
}

/** Returns the same text for all spellings of a code that acq treats as equal (acq.graphql). */
function fingerprint(code: string): string {
  return createHash("sha256").update(code.toLowerCase().replaceAll("-", "")).digest("base64url");
}
