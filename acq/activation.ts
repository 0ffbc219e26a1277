import { findAccount, type Account } from "./accounts";
import { sendActivationEmail } from "./activation-email";
import type { Acq } from "./call";
import { emailKey } from "./email";
import type { Locale } from "./locales";
import { createOwnCode } from "./own-code";
import { registrationOf } from "./registrations";
import { issueToken } from "./tokens";

/** One activation e-mail a minute per registration (acq.graphql, resendActivationEmail). */
const RESEND_MS = 60 * 1000;

export interface ActivationResult {
  status: "ACTIVATED" | "ALREADY_ACTIVE" | "NOT_FOUND" | "FAILED";
  registrationId: string | null;
  continueUrl: string | null;
}

export interface ResendResult {
  status: "SENT" | "TOO_EARLY" | "NOT_PENDING";
  /** Seconds. */
  retryAfter: number;
}

/** Makes a pending account a member's: takes one from the balance and gives the member a code to invite with. */
export function activateAccount(acq: Acq, accountActivationId: string): ActivationResult {
  const { database } = acq;
  const account = findAccount(database, "activation", accountActivationId);
  if (account === undefined) return { status: "NOT_FOUND", registrationId: null, continueUrl: null };
  const registrationId = registrationOf(database, account.id);
  if (account.status === "ACTIVE") {
    return { status: "ALREADY_ACTIVE", registrationId, continueUrl: welcomeUrl(acq, account) };
  }
  const taken = database.run("update codes set balance = balance - 1 where code = :code and balance > 0", {
    code: account.invited_with,
  });
  if (taken === 0) return { status: "FAILED", registrationId, continueUrl: null };
  database.run(
    `update accounts set status = 'ACTIVE', activated_at = :now, activation_expires_at = null, own_code = :ownCode
     where id = :id`,
    { id: account.id, now: acq.now(), ownCode: createOwnCode(database, account.first_name) },
  );
  return { status: "ACTIVATED", registrationId, continueUrl: welcomeUrl(acq, account) };
}

/** Where a member who has no password yet sets one; null for the others, who go to login. */
function welcomeUrl(acq: Acq, account: Account): string | null {
  if (account.password_hash !== null) return null;
  return `${acq.ownUrl()}/welcome?token=${issueToken(acq, "welcome", account.id)}`;
}

export function resendActivationEmail(acq: Acq, registrationId: string): ResendResult {
  const account = findAccount(acq.database, "registration", registrationId);
  if (account?.status !== "PENDING") return { status: "NOT_PENDING", retryAfter: 0 };
  const wait = waitingTime(acq, account);
  if (wait > 0) return { status: "TOO_EARLY", retryAfter: wait };
  sendActivationEmail(acq, account, account.locale);
  return { status: "SENT", retryAfter: RESEND_MS / 1000 };
}

/** Tells nobody whether there is such an account, and fills nobody's mailbox: one e-mail a minute here too. */
export function requestActivationEmail(acq: Acq, email: string, locale: Locale): { status: "RECEIVED" } {
  const account = findAccount(acq.database, "email", emailKey(email));
  if (account?.status === "PENDING" && waitingTime(acq, account) === 0) {
    sendActivationEmail(acq, account, locale);
  }
  return { status: "RECEIVED" };
}

/** Seconds until the next e-mail may be sent. */
function waitingTime(acq: Acq, account: Account): number {
  const next = (account.mailed_at ?? 0) + RESEND_MS;
  return Math.max(0, Math.ceil((next - acq.now()) / 1000));
}
