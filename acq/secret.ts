import { randomBytes } from "node:crypto";
import { z } from "zod";
import type { Database } from "./database";

const metaRow = z.object({ value: z.string() });

/** The signing secret: made once per database, kept there, read each time so that a reset counts at once. */
export function signingSecret(database: Database): string {
  database.run("insert or ignore into meta values ('secret', :value)", {
    value: randomBytes(32).toString("base64url"),
  });
  const row = database.one(metaRow, "select value from meta where key = 'secret'");
  if (row === undefined) throw new Error("the database keeps no secret");
  return row.value;
}
