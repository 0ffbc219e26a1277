import { expect, it } from "vitest";
import {
  activateAccount,
  bearerHeaders,
  findNewestActivationId,
  register,
  resendActivationEmail,
  signIn,
  queryRegistrationStatus,
} from "./support/operations";
import { hourMs, secondMs, startTestAcq } from "./support/test-acq";

it("activateAccount returns ACTIVATED at first, and ALREADY_ACTIVE afterwards", async () => {
  const acq = await startTestAcq();
  const { registrationId } = await register(acq);
  const id = await findNewestActivationId(acq);
  const activationResult = await activateAccount(acq, id);
  expect(activationResult).toMatchObject({ status: "ACTIVATED", registrationId });
  expect(activationResult.continueUrl).toMatch(`http://localhost:${acq.port}/welcome?token=`);
  expect(await queryRegistrationStatus(acq, registrationId)).toEqual({ registrationId, status: "ACTIVE" });
  acq.clock.advance(100 * hourMs);
  expect(await activateAccount(acq, id)).toMatchObject({ status: "ALREADY_ACTIVE", registrationId });
});

it("simultaneous activations of one account use one place of the balance", async () => {
  const acq = await startTestAcq();
  await register(acq, { registrationCode: "VIP2026" });
  const id = await findNewestActivationId(acq);
  const responses = await Promise.all([activateAccount(acq, id), activateAccount(acq, id)]);
  expect(responses.map(({ status }) => status).sort()).toEqual(["ACTIVATED", "ALREADY_ACTIVE"]);
  const invitation = await acq.queryField(
    "query viewer { viewer { invitation { balance pending joined } } }",
    {},
    bearerHeaders(await signIn(acq, "member@example.com")),
  );
  expect(invitation).toEqual({ invitation: { balance: 2, pending: 0, joined: 1 } });
});

it.each(["", "unknown", "x".repeat(5000)])(
  "activateAccount returns NOT_FOUND for an unknown activation id (case %#)",
  async (id) => {
    const acq = await startTestAcq();
    expect(await activateAccount(acq, id)).toEqual({
      status: "NOT_FOUND",
      registrationId: null,
      continueUrl: null,
    });
  },
);

it("activation links, including older ones, stay valid for 72 hours after the newest e-mail", async () => {
  const acq = await startTestAcq();
  const { registrationId } = await register(acq);
  const id = await findNewestActivationId(acq);
  acq.clock.advance(71 * hourMs);
  await resendActivationEmail(acq, registrationId);
  acq.clock.advance(72 * hourMs - secondMs);
  expect(await activateAccount(acq, id)).toMatchObject({ status: "ACTIVATED" });
});

it("resendActivationEmail sends at most one e-mail a minute, in the language of the registration", async () => {
  const acq = await startTestAcq();
  const { registrationId } = await register(acq, { locale: "sv" });
  acq.clock.advance(18 * secondMs);
  expect(await resendActivationEmail(acq, registrationId)).toEqual({ status: "TOO_EARLY", retryAfter: 42 });
  acq.clock.advance(42 * secondMs);
  expect(await resendActivationEmail(acq, registrationId)).toEqual({ status: "SENT", retryAfter: 60 });
  expect(await resendActivationEmail(acq, registrationId)).toEqual({ status: "TOO_EARLY", retryAfter: 60 });
  const [newest, ...olderMails] = await acq.outbox();
  expect(newest?.subject).toBe("Ditt medlemskap i Velvetgate: bara ett steg kvar");
  expect(olderMails).toHaveLength(1);
});

it("resendActivationEmail sends nothing if the registration is unknown or active", async () => {
  const acq = await startTestAcq();
  const { registrationId } = await register(acq, { email: "active@example.com" });
  expect(await resendActivationEmail(acq, registrationId)).toEqual({ status: "NOT_PENDING", retryAfter: 0 });
  expect(await resendActivationEmail(acq, "unknown")).toEqual({ status: "NOT_PENDING", retryAfter: 0 });
});

it("requestActivationEmail has one status for all addresses, and e-mails a pending account at most once a minute", async () => {
  const acq = await startTestAcq();
  const request = (email: string): Promise<unknown> =>
    acq.queryField(
      `mutation requestActivationEmail($email: String!) {
        requestActivationEmail(email: $email, locale: "it") { status } }`,
      { email },
    );
  for (const email of [
    "Pending@Example.com",
    "pending@example.com",
    "active@example.com",
    "new@example.com",
  ]) {
    expect(await request(email)).toEqual({ status: "RECEIVED" });
  }
  expect(await acq.outbox()).toMatchObject([
    { to: "pending@example.com", subject: "La sua iscrizione a Velvetgate: manca solo un passo" },
  ]);
  acq.clock.advance(60 * secondMs);
  await request("pending@example.com");
  expect(await acq.outbox()).toHaveLength(2);
  await expect(request("no address")).rejects.toThrow("Not valid: email.");
});
