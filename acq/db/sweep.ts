import type { Acq } from "../graphql/call";
import { mailIntervalMs } from "../mail/activation-email";
import { idempotencyMs } from "../graphql/idempotency";
import { seedIfEmpty } from "./seed";

/**
 * Deletes expired rows before every operation, so that queries need not compare times. If `npm run demo:reset` has
 * emptied the database of a running acq, adds the demonstration codes again.
 */
export function deleteExpiredRows(acq: Acq): void {
  const { database, now } = acq;
  const time = { now: now() };
  database.run("delete from accounts where status = 'PENDING' and activation_expires_at <= :now", time);
  database.run("delete from mailed where mailed_at <= :before", { before: now() - mailIntervalMs });
  database.run("delete from tokens where expires_at <= :now", time);
  database.run("delete from idempotency where created_at <= :before", { before: now() - idempotencyMs });
  seedIfEmpty(acq);
}
