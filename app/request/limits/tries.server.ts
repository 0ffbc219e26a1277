import { createHash } from "node:crypto";
import {
  type CountedTry,
  countOne,
  countTry,
  type LimitVerdict,
  type NewCounter,
} from "./counted-try.server";

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
  | Extract<CountedTry, { status: "free" }>
  | (Extract<LimitVerdict, { status: "over" }> & {
      /** One of the counted e-mails was a registration's: the account waits for its activation. */
      isRegistered: boolean;
    });

const minute = 60;
const nothing = () => Promise.resolve();

/** Counts e-mails by their recipient, known to acq or not: one a minute, and so many in ten minutes. */
export function mailTries(newCounter: NewCounter) {
  const inMinute = newCounter("mail-minute", minute);
  // Apart, since nobody shall keep an address from registering by asking for its e-mail.
  const inTenMinutes = { registration: newCounter("mail"), request: newCounter("mail-request") };
  const registered = newCounter("mail-registered");
  const keys = newCounter("mail-key");

  return async ({ account, key, reason }: WantedMail, allowed: number): Promise<MailTry> => {
    const counts = [
      { counter: inMinute, key: account, allowed: 1 },
      { counter: inTenMinutes[reason], key: account, allowed },
    ];
    // Never over: it says what the other two have counted.
    const ofReason = { counter: registered, key: account, allowed: Infinity };
    const attempt = await countTry(reason === "registration" ? [...counts, ofReason] : counts);
    const sameAgain = `${account} ${key}`;
    if (attempt.status === "free") {
      await keys.penalty(sameAgain);
      return {
        status: "free",
        async giveBack() {
          await Promise.all([attempt.giveBack(), keys.reward(sameAgain)]);
        },
      };
    }
    const isHeld = async (counter: typeof keys, held: string) =>
      ((await counter.get(held))?.consumedPoints ?? 0) > 0;
    if (await isHeld(keys, sameAgain)) return { status: "free", giveBack: nothing };
    return { ...attempt, isRegistered: await isHeld(registered, account) };
  };
}

/** How a code came: by hand, or in a link, or with the form that the link has opened. */
export type CodeWay = "typed" | "linked";

export type CodeTry =
  | (Extract<CountedTry, { status: "free" }> & {
      /** acq does not know the code: the try stays counted, once for each code. */
      wasUnknown: () => Promise<void>;
    })
  | Extract<LimitVerdict, { status: "over" }>;

interface Allowed {
  /** Codes of the network that acq turned out not to know. */
  unknown: number;
  /** Tries at the same moment; of typed codes they are all taken for unknown. */
  underWay: number;
}

/**
 * Counts the codes of a network that acq does not know, before acq is asked: a try that is one too many is refused
 * whatever its code is good for, so that the answer tells nothing (docs/decisions/limits.md). Links that are good do
 * not stand in the way of those who type, however many are opened at once.
 */
export function codeTries(newCounter: NewCounter) {
  const unknown = newCounter("guess");
  const unknownCodes = newCounter("guessed-code");
  const underWay = { typed: newCounter("typed-code"), linked: newCounter("linked-code") };

  return async (network: string, code: string, way: CodeWay, allowed: Allowed): Promise<CodeTry> => {
    const { result, giveBack } = await countOne(underWay[way], network);
    // Read after this try was counted, and a code is counted as unknown before its try is given back: no try is missed.
    const known = await unknown.get(network);
    const before = known?.consumedPoints ?? 0;
    const all = way === "typed" ? before + result.consumedPoints : before + 1;
    if (all > allowed.unknown || result.consumedPoints > allowed.underWay) {
      await giveBack();
      const waitMs = before > 0 && known ? known.msBeforeNext : result.msBeforeNext;
      return { status: "over", retryAfter: Math.max(1, Math.ceil(waitMs / 1000)) };
    }
    return {
      status: "free",
      giveBack,
      async wasUnknown() {
        const { consumedPoints } = await unknownCodes.penalty(`${network} ${fingerprint(code)}`);
        if (consumedPoints === 1) await unknown.penalty(network);
        await giveBack();
      },
    };
  };
}

/** The same for every way to write a code that acq takes for the same (acq.graphql). */
function fingerprint(code: string): string {
  return createHash("sha256").update(code.toLowerCase().replaceAll("-", "")).digest("base64url");
}
