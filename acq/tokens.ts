import { createHash, randomBytes } from "node:crypto";
import { z } from "zod";
import type { Acq } from "./call";

const HOUR_MS = 60 * 60 * 1000;

/** A session's token lives 7 days (spec.md, section 9), a welcome page's 72 hours. */
const lifetime = { session: 7 * 24 * HOUR_MS, welcome: 72 * HOUR_MS };

const tokenRow = z.object({ account_id: z.string(), used_at: z.number().nullable() });

export type TokenKind = keyof typeof lifetime;

export interface TokenState {
  accountId: string;
  used: boolean;
}

/** A random token for an account; only its hash is kept. */
export function issueToken(acq: Acq, kind: TokenKind, accountId: string): string {
  const token = randomBytes(32).toString("base64url");
  acq.database.run("insert into tokens values (:hash, :kind, :accountId, :expires, null)", {
    hash: hash(token),
    kind,
    accountId,
    expires: acq.now() + lifetime[kind],
  });
  return token;
}

/** Whose token it is; undefined for one that is unknown or has expired. */
export function readToken(acq: Acq, kind: TokenKind, token: string): TokenState | undefined {
  const found = acq.database.one(
    tokenRow,
    "select account_id, used_at from tokens where hash = :hash and kind = :kind and expires_at > :now",
    { hash: hash(token), kind, now: acq.now() },
  );
  return found && { accountId: found.account_id, used: found.used_at !== null };
}

/** @returns false when the token was used before: of two at once only one is first */
export function useToken(acq: Acq, token: string): boolean {
  const sql = "update tokens set used_at = :now where hash = :hash and used_at is null";
  return acq.database.run(sql, { hash: hash(token), now: acq.now() }) === 1;
}

export function endToken(acq: Acq, token: string): void {
  acq.database.run("delete from tokens where hash = :hash", { hash: hash(token) });
}

function hash(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}
