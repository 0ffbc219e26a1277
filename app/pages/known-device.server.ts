import type { RequestContext } from "~/context.server";
import { knownFor } from "~/http/cookies/cookies.server";

/** Whether somebody has signed in to this account with this browser before (docs/decisions/limits.md). */
export async function isKnownDevice(context: RequestContext, account: string): Promise<boolean> {
  const sealed = context.sent[context.cookies.device.name];
  if (!sealed) return false;
  return (await context.sealing.open("device", sealed))?.["account"] === account;
}

/** The browser keeps the last account that was signed in to, sealed: not even who shares it can tell which. */
export async function rememberDevice(context: RequestContext, account: string): Promise<void> {
  const sealed = await context.sealing.seal("device", { account }, knownFor);
  context.outgoing.set("device", context.cookies.device.set(sealed));
}
