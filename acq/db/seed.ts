import { randomUUID } from "node:crypto";
import * as z from "zod";
import {
  demonstrationPasswordHash,
  type DemonstrationAccount,
  demonstrationAccounts,
  type DemonstrationCode,
  demonstrationCodes,
} from "./demonstration";
import type { Acq } from "../graphql/call";
import { createActivationId } from "../mail/activation-email";
import { normalizeCode } from "./codes";
import { allCountryCodes } from "./countries";
import type { Database } from "./database";
import { replacePublishedPassword } from "./passwords";
import { addRegistration } from "./registrations";

const yearMs = 365 * 24 * 60 * 60 * 1000;
const countRowSchema = z.object({ count: z.number() });

type SeedDependencies = Pick<Acq, "database" | "now" | "replacementPassword">;

/**
 * Adds missing demonstration codes and accounts. Existing ones are not changed, except for a published password that
 * has to be replaced.
 */
export function seedDemonstrationData({ database, now, replacementPassword }: SeedDependencies): void {
  database.runInTransaction(() => {
    for (const code of demonstrationCodes) addCode(database, code, now());
    for (const account of demonstrationAccounts) addAccount(database, account, now());
    if (replacementPassword) replacePublishedPassword(database, replacementPassword);
  });
}

export function seedDemonstrationDataIfEmpty(acq: SeedDependencies): void {
  const codeCountRow = acq.database.readRow(
    countRowSchema,
    "select count(*) as count from (select 1 from codes limit 1)",
  );
  if (codeCountRow?.count === 0) seedDemonstrationData(acq);
}

function addCode(database: Database, code: DemonstrationCode, now: number): void {
  database.run(
    `insert or ignore into codes values (:code, :shown, :inviter, :inviterValid, :refererAllowed, :needsTimestamp,
       :expiresAt, :balance, :countries)`,
    {
      code: normalizeCode(code.displayedName),
      shown: code.displayedName,
      inviter: code.inviter,
      inviterValid: code.isInviterValid === false ? 0 : 1,
      refererAllowed: code.isRefererAllowed === false ? 0 : 1,
      needsTimestamp: code.needsTimestamp === true ? 1 : 0,
      expiresAt: code.isExpired === true ? now : null,
      balance: code.balance,
      countries: (code.countryCodes ?? allCountryCodes).join(" "),
    },
  );
}

/** Adds a demonstration account. The activation of a pending account never expires, so the account stays pending. */
function addAccount(database: Database, account: DemonstrationAccount, now: number): void {
  const id = randomUUID();
  const insertedAccountCount = database.run(
    `insert or ignore into accounts (id, email, email_key, status, first_name, last_name, country, newsletter,
       locale, invited_with, own_code, role, vip_status, password_hash, activation_id, mailed_at, created_at)
     values (:id, :email, :email, :status, :firstName, :lastName, 'DE', 0, 'en', :invitedWith, :ownCode, :role,
       :vipStatus, :passwordHash, :activationId, :longAgo, :longAgo)`,
    {
      id,
      email: account.email,
      status: account.status,
      firstName: account.firstName,
      lastName: account.lastName,
      invitedWith: account.invitationCode,
      ownCode: account.ownCode ?? null,
      role: account.role ?? "MEMBER",
      vipStatus: account.vipStatus ?? null,
      passwordHash: account.canSignIn === true ? demonstrationPasswordHash : null,
      activationId: createActivationId(),
      longAgo: now - yearMs,
    },
  );
  if (insertedAccountCount > 0) addRegistration(database, id, "CREATED", now - yearMs);
}
