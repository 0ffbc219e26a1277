import { type Account, findAccount } from "../db/accounts";
import { MAIL_MS, sendActivationEmail, waitingTime } from "../mail/activation-email";
import type { Acq } from "./call";
import { emailKey } from "../email";
import { registrationOf } from "../db/registrations";
import { issueToken } from "../db/tokens";
import { randomInt } from "node:crypto";
import { allCountries } from "../db/countries";
import type { Database } from "../db/database";
import { normaliseCode } from "../db/codes";

const OWN_BALANCE = 5;
// Without vowels no words, without 0, 1, I, L and O nothing to mistake: eight of them are 38 bits.
const ALPHABET = "23456789BCDFGHJKMNPQRSTVWXYZ";

/** The code that a new member invites with, five registrations to it. Returns its normalised form. */
function createOwnCode(database: Database, inviterName: string): string {
  const shown = `${randomLetters()}-${randomLetters()}`;
  const code = normaliseCode(shown);
  database.run(
    "insert into codes (code, shown, inviter_name, balance, countries) values (:code, :shown, :inviterName, :balance, :countries)",
    { code, shown, inviterName, balance: OWN_BALANCE, countries: allCountries.join(" ") },
  );
  return code;
}

function randomLetters(): string {
  return Array.from({ length: 4 }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join("");
}

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
  if (sendActivationEmail(acq, account, account.locale))
    return { status: "SENT", retryAfter: MAIL_MS / 1000 };
  return { status: "TOO_EARLY", retryAfter: waitingTime(acq, account) };
}

/** Tells nobody whether there is such an account, and fills nobody's mailbox: one e-mail a minute here too. */
export function requestActivationEmail(acq: Acq, email: string, locale: string): { status: "RECEIVED" } {
  const account = findAccount(acq.database, "email", emailKey(email));
  if (account?.status === "PENDING") sendActivationEmail(acq, account, locale);
  return { status: "RECEIVED" };
}
