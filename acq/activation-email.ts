import { randomBytes } from "node:crypto";
import type { Account } from "./accounts";
import type { Acq } from "./call";
import type { Locale } from "./locales";
import { activationMessage } from "./mail/activation-message";
import { keepMessage } from "./outbox";

/** An activation is valid for 72 hours from the newest e-mail that says so (acq.graphql). */
export const ACTIVATION_MS = 72 * 60 * 60 * 1000;

export function newActivation(): string {
  return randomBytes(24).toString("base64url");
}

/**
 * Puts the activation e-mail into the outbox and begins its 72 hours anew; every earlier e-mail's link stays good.
 * A demonstration account, whose activation never ends, keeps it so.
 */
export function sendActivationEmail(acq: Acq, account: Account, locale: Locale): void {
  const path = `/${locale}/registration/activateaccount?accountActivationId=${account.activation_id}`;
  const link = acq.frontEndUrl + path;
  const message = activationMessage({ locale, brand: acq.brand, firstName: account.first_name, link });
  keepMessage(acq, { ...message, to: account.email, locale, links: [link] });
  acq.database.run(
    `update accounts set mailed_at = :now, locale = :locale,
       activation_expires_at = case when mailed_at is not null and activation_expires_at is null
         then null else :expires end
     where id = :id`,
    { id: account.id, locale, now: acq.now(), expires: acq.now() + ACTIVATION_MS },
  );
}
