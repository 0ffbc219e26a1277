import { createHash } from "node:crypto";
import { v4 as uuid } from "uuid";
import { clientCounts } from "./client-counts.server";
import { countKey, type Counts } from "./counts";

/** A limit was reached: seconds until it may be tried again. */
export interface Over {
  status: "over";
  retryAfter: number;
}

/** A try that was counted before its outcome is known, and is refunded when it should not count. */
export interface Free {
  status: "free";
  refund: () => Promise<void>;
}

export type Try = Free | Over;

/** The reasons of an e-mail of acq's: a registration, or the wish for an earlier one's e-mail again. */
type MailReason = "registration" | "request";

/** An act that makes acq send an e-mail. */
export interface WantedMail {
  /** The recipient, without saying so: `accountKeyOf`. */
  account: string;
  /** The Idempotency-Key that it is asked for with: the same again makes acq send nothing, and costs nothing. */
  key: string;
  reason: MailReason;
}

export type MailTry =
  | Free
  | (Over & {
      /** One of the counted e-mails was a registration's: the account waits for its activation. */
      isRegistered: boolean;
    });

const minuteSeconds = 60;
/** The seconds that a try counts for. */
export const windowSeconds = 10 * minuteSeconds;
const noRefund = () => Promise.resolve();

/** Counts e-mails by their recipient, known to acq or not: one a minute, and so many in ten minutes. */
export function mailTries(counts: Counts) {
  return async ({ account, key, reason }: WantedMail, limit: number): Promise<MailTry> => {
    const inMinute = { key: countKey(account, "mail-minute"), limit: 1, seconds: minuteSeconds };
    // Counted apart: requests for an address's e-mail must not keep the address from registering.
    const registrations = { key: countKey(account, "mail"), seconds: windowSeconds };
    const requests = { key: countKey(account, "mail-request"), seconds: windowSeconds };
    const isRegistration = reason === "registration";
    const taken = await counts.take(key, [
      inMinute,
      { ...registrations, ...(isRegistration ? { limit } : { limit: Infinity, isReadOnly: true }) },
      { ...requests, ...(isRegistration ? { limit: Infinity, isReadOnly: true } : { limit }) },
    ]);
    const [, registered = 0] = taken.sizes;
    if (taken.status === "over") {
      return { status: "over", retryAfter: taken.retryAfter, isRegistered: registered > 0 };
    }
    if (taken.isRepeated) return { status: "free", refund: noRefund };
    const inTenMinutes = isRegistration ? registrations : requests;
    return {
      status: "free",
      refund: () => counts.change([inMinute, inTenMinutes].map((count) => ({ key: count.key, id: key }))),
    };
  };
}

/** How a code came: by hand, or in a link, or with the form that the link has opened. */
export type CodeWay = "typed" | "linked";

export type CodeTry =
  | (Free & {
      /** Counts the code for ten minutes, once however often it is tried: acq does not know it. */
      wasUnknown: () => Promise<void>;
    })
  | Over;

interface CodeLimits {
  /** Typed codes that acq does not know; those under way are taken for such. */
  guess: number;
  /** Codes of links that acq does not know. */
  linkedGuess: number;
  /** Links under way at the same moment. */
  linksAtOnce: number;
}

/**
 * Seconds that a link counts as under way when its visitor leaves before acq answers: the longest that a call to acq takes.
 * Any other link counts until its answer.
 */
const abandonedSeconds = 30;

/**
 * Counts the codes of a client that acq does not know, before acq is asked: a try that is one too many is refused
 * whatever its code is good for, so that the answer tells nothing (docs/decisions/limits.md). Links that are good do
 * not stand in the way of those who type, however many are opened at once, and have a budget of their own.
 */
export function codeTries(counts: Counts) {
  return async (address: string, code: string, way: CodeWay, limits: CodeLimits): Promise<CodeTry> => {
    const id = uuid();
    const linked = clientCounts(address, "linked-guess", limits.linkedGuess, windowSeconds);
    const links = clientCounts(address, "links-at-once", limits.linksAtOnce, abandonedSeconds);
    const typed = clientCounts(address, "guess", limits.guess, windowSeconds);
    const [unknown, underWay] = way === "typed" ? [typed, typed] : [linked, links];
    const taken = await counts.take(
      id,
      way === "typed" ? typed : [...linked.map((count) => ({ ...count, isReadOnly: true })), ...links],
    );
    if (taken.status === "over") return { status: "over", retryAfter: taken.retryAfter };
    const noLongerUnderWay = underWay.map(({ key }) => ({ key, id }));
    return {
      status: "free",
      refund: () => counts.change(noLongerUnderWay),
      wasUnknown: () =>
        counts.change([
          ...unknown.map(({ key, seconds }) => ({ key, id: fingerprint(code), seconds })),
          ...noLongerUnderWay,
        ]),
    };
  };
}

/** The same for every way to write a code that acq takes for the same (acq.graphql). */
function fingerprint(code: string): string {
  return createHash("sha256").update(code.toLowerCase().replaceAll("-", "")).digest("base64url");
}
