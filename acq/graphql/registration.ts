import { randomUUID, randomInt } from "node:crypto";
import { findAccount, type Account } from "../db/accounts";
import {
  activationLifetimeMs,
  findLastActivationMail,
  createActivationId,
  sendActivationEmail,
  minMailIntervalMs,
  computeMailWaitSeconds,
} from "../mail/activation-email";
import type { Acq } from "./call";
import {
  findBalanceErrors,
  type Code,
  findCodeErrors,
  findCode,
  createCodeCountryOptions,
  type RegistrationCodeError,
  findTimestampErrors,
  normalizeCode,
} from "../db/codes";
import { toEmailKey } from "../email";
import { createLinkSafeValue } from "../db/random-value";
import { optionalFieldColumns } from "../db/stored-fields";
import { createInvalidFieldsError, type RegistrationInput } from "./registration-input";
import {
  addRegistration,
  deletePendingAccount,
  type RegistrationStatus,
  findFirstRegistrationId,
} from "../db/registrations";
import { issueToken } from "../db/tokens";
import { allCountryCodes } from "../db/countries";
import type { Database } from "../db/database";

interface RegistrationResult {
  status: RegistrationStatus;
  registrationId: string | null;
  errors: RegistrationCodeError[];
}

/**
 * Registers a visitor in one transaction, so that the balance cannot change in between
 * (docs/develop/acq-protocol.md#embedded-acq). Checks the code first, then whether the address has an account, and the
 * balance last. A visitor with an account therefore gets the account's status even if the code has no free place.
 *
 * @throws GraphQLError BAD_USER_INPUT for a country or legal texts that the code does not offer
 */
export function submitRegistration(acq: Acq, input: RegistrationInput): RegistrationResult {
  const { database } = acq;
  const code = findCode(database, input.registrationCode);
  if (code === undefined) return createRejectedResult(["REGISTRATION_CODE_INVALID"]);
  const errors = [
    ...findCodeErrors(code, acq.now()),
    ...findTimestampErrors(acq, code, input.validityTimestamp),
  ];
  if (errors.length > 0) return createRejectedResult(errors);
  checkCountry(code, input);

  const accountWithEmail = findAccount(database, "email", toEmailKey(input.email));
  const earlierAccount = findAccount(database, "creator", input.replacesRegistrationId ?? undefined);
  const replacedAccount =
    earlierAccount?.status === "PENDING" && earlierAccount.id !== accountWithEmail?.id
      ? earlierAccount
      : undefined;

  if (accountWithEmail !== undefined) {
    deletePendingAccount(database, replacedAccount?.id);
    if (accountWithEmail.status === "ACTIVE")
      return createRegistrationResult(acq, accountWithEmail.id, "ACTIVE");
    sendActivationEmail(acq, accountWithEmail, input.locale);
    return createRegistrationResult(acq, accountWithEmail.id, "PENDING");
  }

  const balanceErrorCodes = findBalanceErrors(
    database,
    code,
    replacedAccount?.invited_with === code.code ? 1 : 0,
  );
  if (balanceErrorCodes.length > 0) return createRejectedResult(balanceErrorCodes);
  deletePendingAccount(database, replacedAccount?.id);
  return createRegistrationResult(acq, createAccount(acq, code, input), "CREATED");
}

function checkCountry(code: Code, input: RegistrationInput): void {
  const countryOption = createCodeCountryOptions(code).find(({ isoCode }) => isoCode === input.country);
  if (countryOption === undefined) throw createInvalidFieldsError("country");
  const { termsPkString, dataPolicyPkString } = input;
  if (termsPkString && termsPkString !== countryOption.termsPkString)
    throw createInvalidFieldsError("termsPkString");
  if (dataPolicyPkString && dataPolicyPkString !== countryOption.dataPolicyPkString) {
    throw createInvalidFieldsError("dataPolicyPkString");
  }
}

function createAccount(acq: Acq, code: Code, input: RegistrationInput): string {
  const id = randomUUID();
  const emailKey = toEmailKey(input.email) ?? input.email;
  const columns = optionalFieldColumns.map(({ column }) => column).join(", ");
  const sqlPlaceholders = optionalFieldColumns.map(({ field }) => `:${field}`).join(", ");
  acq.database.run(
    `insert into accounts (id, email, email_key, status, first_name, last_name, country, newsletter, terms_key,
       data_policy_key, locale, invited_with, activation_id, activation_expires_at, created_at, ${columns})
     values (:id, :email, :emailKey, 'PENDING', :firstName, :lastName, :country, :newsletter, :termsKey,
       :dataPolicyKey, :locale, :code, :activationId, :expires, :now, ${sqlPlaceholders})`,
    {
      ...Object.fromEntries(optionalFieldColumns.map(({ field }) => [field, input[field] ?? null])),
      id,
      email: input.email,
      emailKey,
      firstName: input.firstName,
      lastName: input.lastName,
      country: input.country,
      newsletter: input.newsletter ? 1 : 0,
      termsKey: input.termsPkString ?? null,
      dataPolicyKey: input.dataPolicyPkString ?? null,
      locale: input.locale,
      code: code.code,
      // If the address's earlier account was deleted less than a minute ago, acq sends no second e-mail. The new
      // account then gets the earlier activation id, so that the link in the first e-mail works.
      activationId: findLastActivationMail(acq, emailKey)?.activation_id ?? createActivationId(),
      expires: acq.now() + activationLifetimeMs,
      now: acq.now(),
    },
  );
  const newAccount = findAccount(acq.database, "id", id);
  if (newAccount !== undefined) sendActivationEmail(acq, newAccount, input.locale);
  return id;
}

function createRejectedResult(errors: RegistrationCodeError[]): RegistrationResult {
  return { status: "REJECTED", registrationId: null, errors };
}

function createRegistrationResult(
  acq: Acq,
  accountId: string,
  status: RegistrationStatus,
): RegistrationResult {
  return { status, registrationId: addRegistration(acq.database, accountId, status, acq.now()), errors: [] };
}

const newMemberBalance = 5;
// The characters of random codes. There are no vowels, so that codes contain no words, and no 0, 1, I, L and O, which
// look alike. Eight characters contain 38 random bits.
const codeAlphabet = "23456789BCDFGHJKMNPQRSTVWXYZ";

/** Creates a new member's own code for five registrations. Returns its normalized form. */
function createOwnCode(database: Database, inviterName: string): string {
  const createRandomCode = createLinkSafeValue(() => `${createRandomLetters()}-${createRandomLetters()}`);
  const code = normalizeCode(createRandomCode);
  database.run(
    "insert into codes (code, shown, inviter_name, balance, countries) values (:code, :shown, :inviterName, :balance, :countries)",
    {
      code,
      shown: createRandomCode,
      inviterName,
      balance: newMemberBalance,
      countries: allCountryCodes.join(" "),
    },
  );
  return code;
}

function createRandomLetters(): string {
  return Array.from({ length: 4 }, () => codeAlphabet.charAt(randomInt(codeAlphabet.length))).join("");
}

interface ActivationResult {
  status: "ACTIVATED" | "ALREADY_ACTIVE" | "NOT_FOUND" | "FAILED";
  registrationId: string | null;
  continueUrl: string | null;
}

interface ResendResult {
  status: "SENT" | "TOO_EARLY" | "NOT_PENDING";
  /** Seconds until acq may send the account's next activation e-mail. */
  retryAfter: number;
}

/** Activates a pending account: decreases the balance of its code by one, and creates a code for the new member. */
export function activateAccount(acq: Acq, accountActivationId: string): ActivationResult {
  const { database } = acq;
  const account = findAccount(database, "activation", accountActivationId);
  if (account === undefined) return { status: "NOT_FOUND", registrationId: null, continueUrl: null };
  const registrationId = findFirstRegistrationId(database, account.id);
  if (account.status === "ACTIVE") {
    return { status: "ALREADY_ACTIVE", registrationId, continueUrl: createWelcomeUrl(acq, account) };
  }
  const changedCount = database.run(
    "update codes set balance = balance - 1 where code = :code and balance > 0",
    {
      code: account.invited_with,
    },
  );
  if (changedCount === 0) return { status: "FAILED", registrationId, continueUrl: null };
  database.run(
    `update accounts set status = 'ACTIVE', activated_at = :now, activation_expires_at = null, own_code = :ownCode
     where id = :id`,
    { id: account.id, now: acq.now(), ownCode: createOwnCode(database, account.first_name) },
  );
  return { status: "ACTIVATED", registrationId, continueUrl: createWelcomeUrl(acq, account) };
}

/** Returns the URL of the page where a new member sets a first password; null if the account has a password. */
function createWelcomeUrl(acq: Acq, account: Account): string | null {
  if (account.password_hash !== null) return null;
  return `${acq.getAcqUrl()}/welcome?token=${issueToken(acq, "welcome", account.id)}`;
}

export function resendActivationEmail(acq: Acq, registrationId: string): ResendResult {
  const account = findAccount(acq.database, "registration", registrationId);
  if (account?.status !== "PENDING") return { status: "NOT_PENDING", retryAfter: 0 };
  if (sendActivationEmail(acq, account, account.locale))
    return { status: "SENT", retryAfter: minMailIntervalMs / 1000 };
  return { status: "TOO_EARLY", retryAfter: computeMailWaitSeconds(acq, account) };
}

/**
 * Sends the activation e-mail of a pending account again, at most once a minute. The answer does not reveal whether the
 * address belongs to an account.
 */
export function requestActivationEmail(acq: Acq, email: string, locale: string): { status: "RECEIVED" } {
  const account = findAccount(acq.database, "email", toEmailKey(email));
  if (account?.status === "PENDING") sendActivationEmail(acq, account, locale);
  return { status: "RECEIVED" };
}
