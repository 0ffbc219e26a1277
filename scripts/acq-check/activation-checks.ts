import { createInterface } from "node:readline/promises";
import { setTimeout } from "node:timers/promises";
import { v4 as uuid } from "uuid";
import * as z from "zod";
import { activateAccount } from "~/acq/operations/activate-account.server";
import { registration } from "~/acq/operations/registration.server";
import { resendActivationEmail } from "~/acq/operations/resend-activation-email.server";
import { submitRegistration } from "~/acq/operations/submit-registration.server";
import { webAddress } from "~/domain/web-address";
import type { CheckTools } from "./check-tools";
import { bothFound, type Found, want, wantLinkSafe } from "./checklist";
import { dataOf } from "./questions";
import type { Registered } from "./registration-checks";

/** Checks the steps from the e-mail to the membership, followed by a subscription. */
export async function checkActivation(tools: CheckTools, registered: Found<Registered>): Promise<void> {
  const { check, ask, settings } = tools;
  const mayRead = settings.outbox !== undefined || settings.mayAsk;
  const reader: Found<undefined> = mayRead
    ? { ok: true, value: undefined }
    : { ok: false, reason: "needs --outbox, or a terminal to be asked at" };
  const mailedLink = await check(
    "the e-mail holds the link that activates",
    bothFound(registered, reader),
    ([registration]) => activationIdFor(tools, registration),
  );
  const key = uuid();
  const activated = await check(
    "an activation is ACTIVATED, and told over the subscription",
    bothFound(registered, mailedLink),
    async ([{ registrationId }, activationId]) => {
      await wantActivation(tools, { registrationId, activationId, key });
      return activationId;
    },
  );
  await check("the same key activates once", activated, async (id) => {
    const { status } = dataOf(await activateAccount(ask().acq, id, key));
    want(status === "ACTIVATED", "the first answer again", status);
  });
  await check("a used activation is ALREADY_ACTIVE", activated, async (id) => {
    const { status } = dataOf(await activateAccount(ask().acq, id, uuid()));
    want(status === "ALREADY_ACTIVE", "ALREADY_ACTIVE", status);
  });
  await checkMembership(tools, bothFound(registered, activated));
}

async function checkMembership(tools: CheckTools, activated: Found<[Registered, string]>): Promise<void> {
  const { check, ask } = tools;
  await check("the registration is ACTIVE then", activated, async ([{ registrationId }]) => {
    const status = dataOf(await registration(ask().acq, registrationId));
    want(status === "active", "ACTIVE", status);
  });
  await check("an active account's e-mail is NOT_PENDING", activated, async ([{ registrationId }]) => {
    const { status } = dataOf(await resendActivationEmail(ask().acq, registrationId, uuid()));
    want(status === "NOT_PENDING", "NOT_PENDING", status);
  });
  await check("the address of a member is ACTIVE at submission", activated, async ([{ input }]) => {
    const { status } = dataOf(await submitRegistration(ask().acq, input, uuid()));
    want(status === "ACTIVE", "ACTIVE", status);
  });
}

const activationAnswer = z.object({
  activateAccount: z.object({ continueUrl: z.string().nullable() }),
});

async function wantActivation(
  { ask, follow, leave }: CheckTools,
  { registrationId, activationId, key }: { registrationId: string; activationId: string; key: string },
): Promise<void> {
  const followed = follow(registrationId);
  try {
    await followed.next();
    const question = ask();
    const answer = dataOf(await activateAccount(question.acq, activationId, key));
    want(answer.status === "ACTIVATED", "ACTIVATED", answer.status);
    leave("its account, active");
    want(answer.registrationId !== null, "the registration's id", "null");
    const { continueUrl } = activationAnswer.parse(question.data()).activateAccount;
    want(answer.continueUrl === continueUrl, "null, or an address with http or https", continueUrl);
    const status = await followed.next();
    want(status === "ACTIVE", "ACTIVE over the subscription", status);
  } finally {
    followed.end();
  }
}

const outboxAnswer = z.array(z.object({ to: z.string(), links: z.array(z.string()) }));
const lookMs = 500;

async function activationIdFor({ settings }: CheckTools, { input }: Registered): Promise<string> {
  const { outbox } = settings;
  const links =
    outbox === undefined
      ? [await askForLink(input.email)]
      : await mailedLinks(outbox, input.email, settings.timeoutMs);
  want(links.length > 0, `an e-mail to ${input.email} in time`, "none");
  const ids = links.flatMap((link) => {
    const id = webAddress(link)?.searchParams.get("accountActivationId");
    return id ? [id] : [];
  });
  const [id] = ids;
  want(id !== undefined, "a link with accountActivationId", "none in the e-mail");
  wantLinkSafe(id, "activation id");
  return id;
}

async function askForLink(email: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const link = await terminal.question(`The link of the e-mail to ${email}: `);
  terminal.close();
  return link.trim();
}

/** Waits for the links in the person's e-mail. */
async function mailedLinks(outbox: string, email: string, timeoutMs: number): Promise<string[]> {
  for (let elapsedMs = 0; elapsedMs <= timeoutMs; elapsedMs += lookMs) {
    const mails = outboxAnswer.safeParse(await readOutbox(outbox));
    want(mails.success, "a list of {to, links} at --outbox", "something else");
    const links = mails.data.filter(({ to }) => to === email).flatMap((mail) => mail.links);
    if (links.length > 0) return links;
    await setTimeout(lookMs);
  }
  return [];
}

async function readOutbox(outbox: string): Promise<unknown> {
  try {
    return await (await fetch(outbox, { signal: AbortSignal.timeout(10_000) })).json();
  } catch {
    return undefined;
  }
}
