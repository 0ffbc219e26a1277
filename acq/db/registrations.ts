import { randomUUID } from "node:crypto";
import * as z from "zod";
import { findAccount } from "./accounts";
import type { Database } from "./database";

export type RegistrationStatus = "CREATED" | "PENDING" | "ACTIVE" | "REJECTED";

export interface Registration {
  registrationId: string;
  status: RegistrationStatus;
}

const registrationRowSchema = z.object({
  id: z.string(),
  status: z.enum(["CREATED", "PENDING", "ACTIVE", "REJECTED"]),
});

/**
 * Stores a submitted registration and returns its new id. The visitor follows the account's status by this id, which
 * differs from the account's id and from the activation's id.
 */
export function addRegistration(
  database: Database,
  accountId: string,
  returnedStatus: RegistrationStatus,
  now: number,
): string {
  const id = randomUUID();
  const sql = "insert into registrations values (:id, :accountId, :answered, :now)";
  database.run(sql, { id, accountId, answered: returnedStatus, now });
  return id;
}

/**
 * Returns a registration with its status: ACTIVE if the account is active, otherwise the status that acq returned when
 * the visitor registered.
 */
export function findRegistration(database: Database, registrationId: string): Registration | undefined {
  const row = database.readRow(
    registrationRowSchema,
    `select r.id, case a.status when 'ACTIVE' then 'ACTIVE' else r.answered end as status
       from registrations r join accounts a on a.id = r.account_id where r.id = :registrationId`,
    { registrationId },
  );
  return row && { registrationId: row.id, status: row.status };
}

/** Returns the id of an account's first registration, which created the account. */
export function findFirstRegistrationId(database: Database, accountId: string): string | null {
  const sql = "select id from registrations where account_id = :accountId order by rowid limit 1";
  return database.readRow(z.object({ id: z.string() }), sql, { accountId })?.id ?? null;
}

/**
 * Deletes a pending account. This frees the place that the account reserved in its code's balance, and makes the
 * account's links invalid.
 */
export function deletePendingAccount(database: Database, accountId: string | undefined): void {
  if (accountId === undefined || findAccount(database, "id", accountId)?.status !== "PENDING") return;
  database.run("delete from accounts where id = :accountId", { accountId });
}
