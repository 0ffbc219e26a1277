import { randomBytes, scrypt, type ScryptOptions, timingSafeEqual } from "node:crypto";
import type { Database } from "./database";
import { demonstrationPasswordHash, previousPasswordHash } from "./demonstration";

/** A password that replaces the published password of the demonstration accounts. */
export interface ReplacementPassword {
  hash: string;
  /** Writes the password to the log for the operator, because acq itself stores only the password's hash. */
  logPassword: () => void;
}

/** Creates a random password for a public acq, because the password of the demonstration accounts is published. */
export async function createReplacementPassword(log: (line: string) => void): Promise<ReplacementPassword> {
  const password = randomBytes(15).toString("base64url");
  return {
    hash: await hashPassword(password),
    logPassword: () =>
      log(
        `password of admin@example.com and member@example.com: ${password} (shown only once, so write it down)`,
      ),
  };
}

/**
 * Replaces the published password in all accounts that have it, and ends their sessions. Call it in the transaction
 * that creates the demonstration accounts.
 */
export function replacePublishedPassword(
  database: Database,
  { hash, logPassword }: ReplacementPassword,
): void {
  const publishedHashes = { now: demonstrationPasswordHash, before: previousPasswordHash };
  const publishedHashCondition = "password_hash in (:now, :before)";
  const selectPublishedAccounts = `select id from accounts where ${publishedHashCondition}`;
  database.run(
    `delete from tokens where kind = 'session' and account_id in (${selectPublishedAccounts})`,
    publishedHashes,
  );
  const changedAccountCount = database.run(
    `update accounts set password_hash = :hash where ${publishedHashCondition}`,
    {
      hash,
      ...publishedHashes,
    },
  );
  if (changedAccountCount > 0) logPassword();
}

/**
 * The allowed length of a password. ASVS 5.0 (6.2.1) requires at least eight characters. The maximum limits the time
 * for hashing.
 */
export const passwordLength = { minimum: 8, maximum: 200 };

// The scrypt parameters of OWASP's password storage cheat sheet: N = 2^15, r = 8, p = 3, 32 MiB.
const scryptCost: ScryptOptions = { N: 2 ** 15, r: 8, p: 3, maxmem: 64 * 1024 * 1024 };
const saltBytes = 16;
const hashBytes = 32;

/**
 * Returns the hash of a password as `salt.hash` in base64url. A hash with another cost than `scryptCost` has a third
 * part: log2 of N.
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes);
  return `${salt.toString("base64url")}.${(await deriveKey(password, salt, scryptCost)).toString("base64url")}`;
}

/**
 * Returns true if a password matches a hash. A missing hash takes the same time, so that the time does not reveal which
 * addresses have accounts.
 */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  const [salt = "", expected = "", exponent] = hash?.split(".") ?? [];
  const cost = exponent === undefined ? scryptCost : { N: 2 ** Number(exponent), r: 8, p: 1 };
  const actualHash = await deriveKey(password, Buffer.from(salt, "base64url"), cost);
  const expectedHash = Buffer.from(expected, "base64url");
  return expectedHash.length === actualHash.length && timingSafeEqual(expectedHash, actualHash);
}

function deriveKey(password: string, salt: Buffer, cost: ScryptOptions): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize("NFKC"), salt, hashBytes, cost, (error, key) => {
      if (error) reject(error);
      else resolve(key);
    });
  });
}
