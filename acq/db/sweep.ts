import type { Acq } from "../graphql/call";
import { minMailIntervalMs } from "../mail/activation-email";
import { storedResponseLifetimeMs } from "../graphql/idempotency";
import { seedDemonstrationDataIfEmpty } from "./seed";

/**
 * Deletes expired rows before every operation, so that queries need not compare times. If `npm run demo:reset` has
 * emptied the database of a running acq, adds the demonstration codes again.
 */
export function deleteExpiredRows(acq: Acq): void {
  const { database, now } = acq;
  const nowParameters = { now: now() };
  database.run(
    "delete from accounts where status = 'PENDING' and activation_expires_at <= :now",
    nowParameters,
  );
  database.run("delete from mailed where mailed_at <= :before", { before: now() - minMailIntervalMs });
  database.run("delete from tokens where expires_at <= :now", nowParameters);
  database.run("delete from idempotency where created_at <= :before", {
    before: now() - storedResponseLifetimeMs,
  });
  seedDemonstrationDataIfEmpty(acq);
}
