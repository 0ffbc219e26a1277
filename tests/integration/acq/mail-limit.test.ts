import { expect, it } from "vitest";
import {
  activateAccount,
  findNewestActivationId,
  register,
  resendActivationEmail,
} from "./support/operations";
import { hourMs, minuteMs, secondMs, startTestAcq } from "./support/test-acq";

const email = "stranger@example.com";

it("second registration within a minute returns PENDING and sends no second e-mail", async () => {
  const acq = await startTestAcq();
  expect(await register(acq, { email })).toMatchObject({ status: "CREATED" });
  acq.clock.advance(minuteMs - secondMs);
  for (const typedEmail of [email, email.toUpperCase(), email]) {
    const { status, registrationId } = await register(acq, { email: typedEmail });
    expect(status).toBe("PENDING");
    expect(await resendActivationEmail(acq, registrationId)).toEqual({ status: "TOO_EARLY", retryAfter: 1 });
  }
  expect(await acq.outbox()).toHaveLength(1);
  acq.clock.advance(secondMs);
  expect(await register(acq, { email })).toMatchObject({ status: "PENDING" });
  expect(await acq.outbox()).toHaveLength(2);
});

it("e-mail address that is replaced and restored within a minute gets one e-mail with a working link", async () => {
  const acq = await startTestAcq();
  let { registrationId } = await register(acq, { email, registrationCode: "VIP2026" });
  const firstActivationId = await findNewestActivationId(acq);
  for (const nextEmail of ["other@example.com", email, "third@example.com", email]) {
    const replacementRegistration = {
      email: nextEmail,
      registrationCode: "VIP2026",
      replacesRegistrationId: registrationId,
    };
    const registration = await register(acq, replacementRegistration);
    expect(registration.status).toBe("CREATED");
    ({ registrationId } = registration);
  }
  const recipients = (await acq.outbox()).map(({ to: recipient }) => recipient);
  expect(recipients).toEqual(["third@example.com", "other@example.com", email]);
  acq.clock.advance(72 * hourMs - secondMs);
  expect(await activateAccount(acq, firstActivationId)).toMatchObject({
    status: "ACTIVATED",
    registrationId,
  });
});
