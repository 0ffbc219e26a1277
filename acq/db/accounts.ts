import { z } from "zod";
import type { Database } from "./database";

const accountRow = z.object({
  id: z.string(),
  email: z.string(),
  email_key: z.string(),
  status: z.enum(["PENDING", "ACTIVE"]),
  first_name: z.string(),
  locale: z.string(),
  invited_with: z.string().nullable(),
  own_code: z.string().nullable(),
  role: z.enum(["ADMIN", "MEMBER"]),
  vip_status: z.enum(["DIAMOND", "GOLD", "SILVER"]).nullable(),
  password_hash: z.string().nullable(),
  activation_id: z.string(),
});

export type Account = z.infer<typeof accountRow>;

const finders = {
  id: "select * from accounts where id = :value",
  email: "select * from accounts where email_key = :value",
  activation: "select * from accounts where activation_id = :value",
  registration: "select a.* from accounts a join registrations r on r.account_id = a.id where r.id = :value",
  // Only who created a registration may replace it, not everybody whose address happened to be pending.
  creator:
    "select a.* from accounts a join registrations r on r.account_id = a.id where r.id = :value and r.answered = 'CREATED'",
};

export function findAccount(
  database: Database,
  by: keyof typeof finders,
  value: string | undefined,
): Account | undefined {
  return value === undefined ? undefined : database.one(accountRow, finders[by], { value });
}
