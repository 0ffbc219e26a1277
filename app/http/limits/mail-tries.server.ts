import type { NewCounter } from "./counters.server";
import { countTry, type CountedTry, type LimitVerdict } from "./counted-try.server";

/** What makes acq send an e-mail: a registration, or somebody who asks for the e-mail of an earlier one again. */
export type MailReason = "registration" | "request";

/** What is about to make acq send an e-mail. */
export interface WantedMail {
  /** Whom it goes to, without saying so: `accountKeyOf`. */
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
