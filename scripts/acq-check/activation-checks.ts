import { createInterface } from "node:readline/promises";
import { setTimeout } from "node:timers/promises";
import { v4 as uuid } from "uuid";
import * as z from "zod";
import { activateAccount } from "~/acq/operations/activate-account.server";
import { fetchRegistrationStatus } from "~/acq/operations/registration.server";
import { resendActivationEmail } from "~/acq/operations/resend-activation-email.server";
import { submitRegistration } from "~/acq/operations/submit-registration.server";
import { parseWebUrl } from "~/utils/web-address";
import type { CheckTools } from "./check-tools";
import { combinePrerequisites, type Prerequisite, expectThat, expectLinkSafe } from "./checklist";
import { requireData } from "./acq-calls";
import type { SubmittedRegistration } from "./registration-checks";

/**
 * Checks the steps from the activation e-mail to the active account. acq also reports these steps over a GraphQL
 * subscription.
 */
export async function checkActivation(
  tools: CheckTools,
  registrationResult: Prerequisite<SubmittedRegistration>,
): Promise<void> {
  const { check, createClient, settings } = tools;
  const canReadMails = settings.outboxUrl !== undefined || settings.canPrompt;
  const mailAccessResult: Prerequisite<undefined> = canReadMails
    ? { ok: true, value: undefined }
    : { ok: false, reason: "needs --outbox, or a terminal to enter the link" };
  const mailedLink = await check(
    "the activation e-mail contains the activation link",
    combinePrerequisites(registrationResult, mailAccessResult),
    ([registration]) => findActivationId(tools, registration),
  );
  const key = uuid();
  const activationResult = await check(
    "a first activation returns ACTIVATED, and the subscription reports it",
    combinePrerequisites(registrationResult, mailedLink),
    async ([{ registrationId }, activationId]) => {
      await expectActivation(tools, { registrationId, activationId, key });
      return activationId;
    },
  );
  await check(
    "a repeated activation with the same key returns the first response",
    activationResult,
    async (id) => {
      const { status } = requireData(await activateAccount(createClient().acq, id, key));
      expectThat(status === "ACTIVATED", "the first response again", status);
    },
  );
  await check("a second activation with a new key returns ALREADY_ACTIVE", activationResult, async (id) => {
    const { status } = requireData(await activateAccount(createClient().acq, id, uuid()));
    expectThat(status === "ALREADY_ACTIVE", "ALREADY_ACTIVE", status);
  });
  await checkMembership(tools, combinePrerequisites(registrationResult, activationResult));
}

async function checkMembership(
  tools: CheckTools,
  activationResult: Prerequisite<[SubmittedRegistration, string]>,
): Promise<void> {
  const { check, createClient } = tools;
  await check(
    "the registration is ACTIVE after the activation",
    activationResult,
    async ([{ registrationId }]) => {
      const status = requireData(await fetchRegistrationStatus(createClient().acq, registrationId));
      expectThat(status === "active", "ACTIVE", status);
    },
  );
  await check(
    "resending the e-mail of an active account returns NOT_PENDING",
    activationResult,
    async ([{ registrationId }]) => {
      const { status } = requireData(await resendActivationEmail(createClient().acq, registrationId, uuid()));
      expectThat(status === "NOT_PENDING", "NOT_PENDING", status);
    },
  );
  await check(
    "a registration with a member's e-mail address returns ACTIVE",
    activationResult,
    async ([{ input }]) => {
      const { status } = requireData(await submitRegistration(createClient().acq, input, uuid()));
      expectThat(status === "ACTIVE", "ACTIVE", status);
    },
  );
}

const activationSchema = z.object({
  activateAccount: z.object({ continueUrl: z.string().nullable() }),
});

async function expectActivation(
  { createClient, follow, noteUndeletedData }: CheckTools,
  { registrationId, activationId, key }: { registrationId: string; activationId: string; key: string },
): Promise<void> {
  const subscription = follow(registrationId);
  try {
    await subscription.readNextStatus();
    const client = createClient();
    const response = requireData(await activateAccount(client.acq, activationId, key));
    expectThat(response.status === "ACTIVATED", "ACTIVATED", response.status);
    noteUndeletedData("the active account of the registration");
    expectThat(response.registrationId !== null, "the registration's id", "null");
    const { continueUrl } = activationSchema.parse(client.readLastResponseData()).activateAccount;
    expectThat(response.continueUrl === continueUrl, "null, or an http or https URL", continueUrl);
    const status = await subscription.readNextStatus();
    expectThat(status === "ACTIVE", "ACTIVE from the subscription", status);
  } finally {
    subscription.unsubscribe();
  }
}

const outboxSchema = z.array(z.object({ to: z.string(), links: z.array(z.string()) }));
const pollIntervalMs = 500;

async function findActivationId({ settings }: CheckTools, { input }: SubmittedRegistration): Promise<string> {
  const { outboxUrl } = settings;
  const mailedLinks =
    outboxUrl === undefined
      ? [await promptForLink(input.email)]
      : await waitForMailedLinks(outboxUrl, input.email, settings.timeoutMs);
  expectThat(mailedLinks.length > 0, `an e-mail to ${input.email} in time`, "none");
  const activationIds = mailedLinks.flatMap((link) => {
    const id = parseWebUrl(link)?.searchParams.get("accountActivationId");
    return id ? [id] : [];
  });
  const [id] = activationIds;
  expectThat(id !== undefined, "a link with accountActivationId", "none in the e-mail");
  expectLinkSafe(id, "activation id");
  return id;
}

async function promptForLink(email: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const link = await terminal.question(`The link of the e-mail to ${email}: `);
  terminal.close();
  return link.trim();
}

/** Waits for an e-mail to this address, and returns the links in the e-mail. */
async function waitForMailedLinks(outboxUrl: string, email: string, timeoutMs: number): Promise<string[]> {
  for (let elapsedMs = 0; elapsedMs <= timeoutMs; elapsedMs += pollIntervalMs) {
    const mails = outboxSchema.safeParse(await readOutbox(outboxUrl));
    expectThat(mails.success, "a list of {to, links} at --outbox", "something else");
    const mailedLinks = mails.data.filter(({ to }) => to === email).flatMap((mail) => mail.links);
    if (mailedLinks.length > 0) return mailedLinks;
    await setTimeout(pollIntervalMs);
  }
  return [];
}

async function readOutbox(outboxUrl: string): Promise<unknown> {
  try {
    return await (await fetch(outboxUrl, { signal: AbortSignal.timeout(10_000) })).json();
  } catch {
    return undefined;
  }
}
