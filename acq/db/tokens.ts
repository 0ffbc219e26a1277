import { createHash, randomBytes } from "node:crypto";
import * as z from "zod";
import type { Acq } from "../graphql/call";
import type { Database } from "./database";
import { createRandomValue } from "./random-value";

const metaRowSchema = z.object({ value: z.string() });

/**
 * Returns the secret that signs validity timestamps. It is created once per database and stored there. Each call reads
 * it again, so that a reset of the database takes effect at once.
 */
export function getSigningSecret(database: Database): string {
  database.run("insert or ignore into meta values ('secret', :value)", {
    value: randomBytes(32).toString("base64url"),
  });
  const secretRow = database.readRow(metaRowSchema, "select value from meta where key = 'secret'");
  if (secretRow === undefined) throw new Error("the database contains no secret");
  return secretRow.value;
}

const hourMs = 60 * 60 * 1000;

/**
 * Session tokens are valid for 7 days (docs/product/overview.md#constants), tokens in welcome page links for 72 hours.
 */
const lifetimeMsByKind = { session: 7 * 24 * hourMs, welcome: 72 * hourMs };

const tokenRowSchema = z.object({ account_id: z.string() });

type TokenKind = keyof typeof lifetimeMsByKind;

/** Creates a random token for an account; only its hash is stored. */
export function issueToken(acq: Acq, kind: TokenKind, accountId: string): string {
  const token = createRandomValue(32);
  acq.database.run(
    "insert into tokens (hash, kind, account_id, expires_at) values (:hash, :kind, :accountId, :expires)",
    {
      hash: hashToken(token),
      kind,
      accountId,
      expires: acq.now() + lifetimeMsByKind[kind],
    },
  );
  return token;
}

/** Returns the id of the token's account; undefined for an unknown or expired token. */
export function readToken(acq: Acq, kind: TokenKind, token: string): string | undefined {
  const sql = "select account_id from tokens where hash = :hash and kind = :kind and expires_at > :now";
  return acq.database.readRow(tokenRowSchema, sql, { hash: hashToken(token), kind, now: acq.now() })
    ?.account_id;
}

export function deleteToken(acq: Acq, token: string): void {
  acq.database.run("delete from tokens where hash = :hash", { hash: hashToken(token) });
}

function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}
