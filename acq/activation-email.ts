import { randomBytes } from "node:crypto";
import { z } from "zod";
import type { Account } from "./accounts";
import type { Acq } from "./call";
import { activationMessage } from "./mail/activation-message";
import { saveMessage } from "./outbox";

/** An activation is valid for 72 hours from the newest e-mail that says so (acq.graphql). */
export const ACTIVATION_MS = 72 * 60 * 60 * 1000;

export function newActivation(): string {
  return randomBytes(24).toString("base64url");
}

/** One activation e-mail a minute per recipient, whoever asks for it (acq.graphql). */
export const MAIL_MS = 60 * 1000;

const mailedRow = z.object({ activation_id: z.string(), mailed_at: z.number() });

/** The e-mail that an address got within the last minute, of an account that may be gone; older ones are swept. */
export function lastMailed({ database }: Acq, key: string): z.infer<typeof mailedRow> | undefined {
  return database.one(mailedRow, "select * from mailed where email_key = :key", { key });
}

/** Seconds until the next e-mail may be sent. */
export function waitingTime(acq: Acq, account: Account): number {
  const last = lastMailed(acq, account.email_key);
  return last === undefined ? 0 : Math.ceil((last.mailed_at + MAIL_MS - acq.now()) / 1000);
}

/**
 * Puts the activation e-mail into the outbox and begins its 72 hours anew; every earlier e-mail's link stays good.
 * A demonstration account, whose activation never ends, keeps it so.
 *
 * @returns false where one was sent within the last minute: nothing is done then
 */
export function sendActivationEmail(acq: Acq, account: Account, locale: string): boolean {
  if (waitingTime(acq, account) > 0) return false;
  const path = `/${locale}/registration/activateaccount?accountActivationId=${account.activation_id}`;
  const link = acq.frontEndUrl + path;
  const message = activationMessage({ locale, brand: acq.brand, firstName: account.first_name, link });
  saveMessage(acq, { ...message, to: account.email, links: [link] });
  acq.database.run(
    `update accounts set mailed_at = :now, locale = :locale,
       activation_expires_at = case when mailed_at is not null and activation_expires_at is null
         then null else :expires end
     where id = :id`,
    { id: account.id, locale, now: acq.now(), expires: acq.now() + ACTIVATION_MS },
  );
  acq.database.run("insert or replace into mailed values (:key, :activationId, :now)", {
    key: account.email_key,
    activationId: account.activation_id,
    now: acq.now(),
  });
  return true;
}
