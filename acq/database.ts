import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import Libsql from "libsql";
import { z, type ZodType } from "zod";
import { keptColumns } from "./kept-fields";
import { tables } from "./tables";

export type Parameters = Record<string, string | number | null>;

export interface Database {
  /** Runs one statement; returns how many rows it changed. */
  run(sql: string, parameters?: Parameters): number;
  one<Row>(row: ZodType<Row>, sql: string, parameters?: Parameters): Row | undefined;
  all<Row>(row: ZodType<Row>, sql: string, parameters?: Parameters): Row[];
  /** BEGIN IMMEDIATE: nobody else writes between what the work reads and what it decides. Rolls back on a throw. */
  transaction<Result>(work: () => Result): Result;
  close(): void;
}

const BUSY_TIMEOUT_MS = 5000;

const nameRow = z.object({ name: z.string() });

/**
 * Opens the database and creates what is missing in it.
 * @param path a file, whose folder is made if missing, or `:memory:`
 * @throws when the file cannot be opened or is no database
 */
export function openDatabase(path: string): Database {
  if (path !== ":memory:") mkdirSync(dirname(path), { recursive: true });
  const connection = new Libsql(path, { timeout: BUSY_TIMEOUT_MS });
  if (path !== ":memory:") connection.pragma("journal_mode = WAL");
  connection.pragma("foreign_keys = ON");
  connection.exec(tables);
  addKeptColumns(connection);

  return {
    run: (sql, parameters = {}) => connection.prepare(sql).run(parameters).changes,
    one: (row, sql, parameters = {}) => {
      const found = connection.prepare(sql).get(parameters);
      return found === undefined ? undefined : row.parse(found);
    },
    all: (row, sql, parameters = {}) =>
      connection
        .prepare(sql)
        .all(parameters)
        .map((found) => row.parse(found)),
    transaction: (work) => connection.transaction(work).immediate(),
    close: () => void connection.close(),
  };
}

/** A file of before a field was added gets its column; the accounts in it have null there. */
function addKeptColumns(connection: Libsql.Database): void {
  const columns = connection.prepare("select name from pragma_table_info('accounts')").all();
  const known = new Set(columns.map((column) => nameRow.parse(column).name));
  for (const { column } of keptColumns)
    if (!known.has(column)) connection.exec(`alter table accounts add column ${column} text`);
}
