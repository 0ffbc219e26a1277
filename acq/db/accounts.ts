import * as z from "zod";
import type { Database } from "./database";
import type { Acq, OperationContext } from "../graphql/call";
import {
  findBalanceErrors,
  findCodeErrors,
  countAccounts,
  findCode,
  type RegistrationCodeError,
} from "./codes";
import { toEmailKey } from "../email";
import { createGraphqlError } from "../graphql/errors";
import { verifyPassword } from "./passwords";
import { readToken, getSigningSecret } from "./tokens";
import { linkValidityMs, createValidityTimestamp } from "./validity-timestamp";

export interface Viewer {
  id: string;
  firstName: string;
  roles: Account["role"][];
  vipStatus: Account["vip_status"];
  invitation: { registrationCode: string; balance: number; pending: number; joined: number } | null;
}

interface RegistrationLinkResult {
  link: { registrationCode: string; validityTimestamp: string; expiresAt: string } | null;
  errors: RegistrationCodeError[];
}

/** Returns the token in a call's Authorization header (`Bearer <token>`); undefined without a token. */
export function readBearerToken(operationContext: OperationContext): string | undefined {
  return /^Bearer +(\S+)$/i.exec(operationContext.getHeader("authorization") ?? "")?.[1];
}

export function findViewer(operationContext: OperationContext): Account | undefined {
  const token = readBearerToken(operationContext);
  const id = token === undefined ? undefined : readToken(operationContext.acq, "session", token);
  return findAccount(operationContext.acq.database, "id", id);
}

/**
 * Returns the account with this e-mail address and password; undefined if either is wrong. The check takes the same
 * time for a wrong password and for an unknown address. Only an active account has a password.
 */
export async function checkCredentials(
  acq: Acq,
  email: string,
  password: string,
): Promise<Account | undefined> {
  const account = findAccount(acq.database, "email", toEmailKey(email));
  const isPasswordCorrect = await verifyPassword(password, account?.password_hash ?? null);
  return isPasswordCorrect ? account : undefined;
}

export function createViewer({ database }: Acq, account: Account): Viewer {
  const code = account.own_code === null ? undefined : findCode(database, account.own_code);
  return {
    id: account.id,
    firstName: account.first_name,
    roles: [account.role],
    vipStatus: account.vip_status,
    invitation:
      code === undefined
        ? null
        : {
            registrationCode: code.shown,
            balance: code.balance,
            pending: countAccounts(database, code.code, "PENDING"),
            joined: countAccounts(database, code.code, "ACTIVE"),
          },
  };
}

/**
 * Returns the code, timestamp and expiry of a registration link that is valid for 14 days from now.
 *
 * @throws GraphQLError FORBIDDEN unless the caller is an administrator or the member that the code belongs to
 */
export function generateRegistrationLink(
  operationContext: OperationContext,
  registrationCode: string,
): RegistrationLinkResult {
  const { database, now } = operationContext.acq;
  const viewer = findViewer(operationContext);
  const code = findCode(database, registrationCode);
  const isCodeOfViewer = code !== undefined && viewer?.own_code === code.code;
  if (viewer?.role !== "ADMIN" && !isCodeOfViewer) {
    throw createGraphqlError("FORBIDDEN", "Only for administrators and for members with their own code.");
  }
  if (code === undefined) return { link: null, errors: ["REGISTRATION_CODE_INVALID"] };
  const errors = [...findCodeErrors(code, now()), ...findBalanceErrors(database, code)];
  if (errors.length > 0) return { link: null, errors };
  return {
    link: {
      registrationCode: code.shown,
      validityTimestamp: createValidityTimestamp(getSigningSecret(database), code.code, now()),
      expiresAt: new Date(now() + linkValidityMs).toISOString(),
    },
    errors: [],
  };
}

const accountRowSchema = z.object({
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

export type Account = z.infer<typeof accountRowSchema>;

const accountSqlByIdentifierKind = {
  id: "select * from accounts where id = :value",
  email: "select * from accounts where email_key = :value",
  activation: "select * from accounts where activation_id = :value",
  registration: "select a.* from accounts a join registrations r on r.account_id = a.id where r.id = :value",
  // Finds an account only by the registration that created it. A later registration of the same address, perhaps by
  // another person, cannot replace the account.
  creator:
    "select a.* from accounts a join registrations r on r.account_id = a.id where r.id = :value and r.answered = 'CREATED'",
};

export function findAccount(
  database: Database,
  identifierKind: keyof typeof accountSqlByIdentifierKind,
  identifier: string | undefined,
): Account | undefined {
  return identifier === undefined
    ? undefined
    : database.readRow(accountRowSchema, accountSqlByIdentifierKind[identifierKind], { value: identifier });
}
