import { randomBytes } from "node:crypto";
import type { Database } from "./database";
import { DEMONSTRATION_PASSWORD_HASH } from "./demonstration";
import { hashPassword } from "./passwords";

/** A password that takes the published one's place. */
export interface OwnPassword {
  hash: string;
  /** Says it to the operator, who alone hears of it; it is kept as a hash. */
  tell: () => void;
}

/** For an acq that others can reach: everybody knows the demonstration's password. */
export async function newOwnPassword(log: (line: string) => void): Promise<OwnPassword> {
  const password = randomBytes(15).toString("base64url");
  return {
    hash: await hashPassword(password),
    tell: () =>
      log(`admin@example.com and member@example.com sign in with ${password}; this is said once, so note it`),
  };
}

/** Whoever has the published password gets the own one, and is signed out; within the transaction that seeds. */
export function replacePublished(database: Database, { hash, tell }: OwnPassword): void {
  const published = DEMONSTRATION_PASSWORD_HASH;
  const holders = "select id from accounts where password_hash = :published";
  database.run(`delete from tokens where kind = 'session' and account_id in (${holders})`, { published });
  const changed = database.run("update accounts set password_hash = :hash where password_hash = :published", {
    ...{ hash, published },
  });
  if (changed > 0) tell();
}
