import { existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import Libsql from "libsql";
import * as z from "zod";
import { optionalFieldColumns } from "./stored-fields";

/**
 * The schema of acq's database. Times are in milliseconds since 1970. E-mail addresses and codes that serve as keys are
 * normalized.
 */
const schemaSql = `
create table if not exists meta (key text primary key, value text not null) strict;

create table if not exists codes (
  code text primary key,
  shown text not null,
  inviter_name text,
  inviter_valid integer not null default 1,
  referer_allowed integer not null default 1,
  needs_timestamp integer not null default 0,
  expires_at integer,
  balance integer not null check (balance >= 0),
  countries text not null
) strict;

create table if not exists accounts (
  id text primary key,
  email text not null,
  email_key text not null unique,
  status text not null check (status in ('PENDING', 'ACTIVE')),
  first_name text not null,
  last_name text not null,
  country text not null,
  newsletter integer not null,
  terms_key text,
  data_policy_key text,
  locale text not null,
  ${optionalFieldColumns.map(({ column }) => `${column} text,`).join("\n  ")}
  invited_with text references codes (code),
  own_code text references codes (code),
  role text not null default 'MEMBER' check (role in ('ADMIN', 'MEMBER')),
  vip_status text,
  password_hash text,
  activation_id text not null unique,
  activation_expires_at integer,
  mailed_at integer,
  created_at integer not null,
  activated_at integer
) strict;
create index if not exists accounts_by_code on accounts (invited_with, status);
create index if not exists accounts_by_expiry on accounts (status, activation_expires_at);

create table if not exists mailed (
  email_key text primary key,
  activation_id text not null,
  mailed_at integer not null
) strict;

create table if not exists registrations (
  id text primary key,
  account_id text not null references accounts (id) on delete cascade,
  answered text not null,
  created_at integer not null
) strict;
create index if not exists registrations_by_account on registrations (account_id);

create table if not exists tokens (
  hash text primary key,
  kind text not null check (kind in ('session', 'welcome')),
  account_id text not null references accounts (id) on delete cascade,
  expires_at integer not null
) strict;

create table if not exists idempotency (
  id text primary key,
  fingerprint text not null,
  answer text not null,
  created_at integer not null
) strict;

create table if not exists interests (
  email_key text primary key,
  email text not null,
  locale text not null,
  country text,
  created_at integer not null
) strict;

create table if not exists outbox (
  position integer primary key autoincrement,
  id text not null unique,
  recipient text not null,
  locale text not null,
  subject text not null,
  text text not null,
  html text not null,
  links text not null,
  sent_at integer not null,
  smtp text not null check (smtp in ('none', 'waiting', 'sent', 'failed'))
) strict;
`;

type SqlParameters = Record<string, string | number | null>;

export interface Database {
  /** Runs one statement and returns the number of changed rows. */
  run(sql: string, parameters?: SqlParameters): number;
  readRow<Row>(rowSchema: z.ZodType<Row>, sql: string, parameters?: SqlParameters): Row | undefined;
  readRows<Row>(rowSchema: z.ZodType<Row>, sql: string, parameters?: SqlParameters): Row[];
  /**
   * Runs work in a transaction (BEGIN IMMEDIATE): no other connection can write between its reads and writes. An error
   * rolls the transaction back.
   */
  runInTransaction<Result>(callback: () => Result): Result;
  close(): void;
}

const busyTimeoutMs = 5000;

/**
 * The version of the database schema. Increase it when a table changes. A new optional field (stored-fields.ts) needs
 * no new version.
 */
const schemaVersion = 1;

const columnNameRowSchema = z.object({ name: z.string() });

/**
 * Opens the database and creates missing tables.
 *
 * @param path - a file (its folder is created if missing) or `:memory:`
 * @throws an error if the file cannot be opened, is not a database, or has another schema
 */
export function openDatabase(path: string): Database {
  // Creates the folder but not its parents. When Node also creates parents, it loops forever for an impossible path,
  // such as one in /proc.
  if (path !== ":memory:" && !existsSync(dirname(path))) mkdirSync(dirname(path));
  const connection = new Libsql(path, { timeout: busyTimeoutMs });
  if (path !== ":memory:") connection.pragma("journal_mode = WAL");
  connection.pragma("foreign_keys = ON");
  checkSchemaVersion(connection, path);
  connection.exec(schemaSql);
  addMissingColumns(connection);

  return {
    run: (sql, parameters = {}) => connection.prepare(sql).run(parameters).changes,
    readRow: (rowSchema, sql, parameters = {}) => {
      const row = connection.prepare(sql).get(parameters);
      return row === undefined ? undefined : rowSchema.parse(row);
    },
    readRows: (rowSchema, sql, parameters = {}) =>
      connection
        .prepare(sql)
        .all(parameters)
        .map((row) => rowSchema.parse(row)),
    runInTransaction: (callback) => connection.transaction(callback).immediate(),
    close: () => void connection.close(),
  };
}

const schemaVersionRowSchema = z.object({ user_version: z.number() });

/**
 * Checks the schema version of a database file. Version 0 is accepted: the file was created before schemas had
 * versions.
 *
 * @throws an error for a file with another schema version
 */
function checkSchemaVersion(connection: Libsql.Database, path: string): void {
  const { user_version: version } = schemaVersionRowSchema.parse(
    connection.prepare("pragma user_version").get(),
  );
  if (version !== 0 && version !== schemaVersion) {
    connection.close();
    throw new Error(
      `ACQ_EMBEDDED_DATA is "${path}", a file with schema version ${version} instead of ${schemaVersion}; delete the file, or name another one`,
    );
  }
  connection.pragma(`user_version = ${schemaVersion}`);
}

/**
 * Adds the columns of optional fields that an older database file lacks. Existing accounts have null in these columns.
 */
function addMissingColumns(connection: Libsql.Database): void {
  const columns = connection.prepare("select name from pragma_table_info('accounts')").all();
  const columnNames = new Set(columns.map((column) => columnNameRowSchema.parse(column).name));
  for (const { column } of optionalFieldColumns)
    if (!columnNames.has(column)) connection.exec(`alter table accounts add column ${column} text`);
}
