import { expect, it } from "vitest";
import {
  activateAccount,
  submitRegistration,
  bearerHeaders,
  generateLink,
  findNewestActivationId,
  createRegistrationInput,
  register,
  signIn,
} from "./support/operations";
import { hourMs, secondMs, startTestAcq } from "./support/test-acq";

const keyHeader = { "Idempotency-Key": "one" };

it("ten simultaneous calls with one idempotency key create one registration", async () => {
  const acq = await startTestAcq();
  const input = createRegistrationInput();
  const responses = await Promise.all(
    Array.from({ length: 10 }, () => submitRegistration(acq, input, keyHeader)),
  );
  expect(new Set(responses.map((response) => JSON.stringify(response))).size).toBe(1);
  expect(responses[0]).toMatchObject({ data: { submitRegistration: { status: "CREATED" } } });
  expect(await acq.outbox()).toHaveLength(1);
});

it("reuse of an idempotency key with other variables returns a GraphQL error and changes nothing", async () => {
  const acq = await startTestAcq();
  await submitRegistration(acq, createRegistrationInput(), keyHeader);
  expect(await submitRegistration(acq, createRegistrationInput(), keyHeader)).toMatchObject({
    errors: [{ extensions: { code: "IDEMPOTENCY_KEY_REUSED" } }],
  });
  expect(await acq.outbox()).toHaveLength(1);
});

it("idempotency keys are stored for 24 hours", async () => {
  const acq = await startTestAcq();
  const input = createRegistrationInput();
  const firstResponse = await submitRegistration(acq, input, keyHeader);
  acq.clock.advance(24 * hourMs - secondMs);
  expect(await submitRegistration(acq, input, keyHeader)).toEqual(firstResponse);
  acq.clock.advance(secondMs);
  expect(await submitRegistration(acq, input, keyHeader)).toMatchObject({
    data: { submitRegistration: { status: "PENDING" } },
  });
});

it("idempotency key used for one operation can be used again for another operation", async () => {
  const acq = await startTestAcq();
  await register(acq, {}, keyHeader);
  expect(await activateAccount(acq, await findNewestActivationId(acq), keyHeader)).toMatchObject({
    status: "ACTIVATED",
  });
});

it("repeated calls with one idempotency key return the first result, including continueUrl and login token", async () => {
  const acq = await startTestAcq();
  await register(acq);
  const id = await findNewestActivationId(acq);
  expect(await activateAccount(acq, id, keyHeader)).toEqual(await activateAccount(acq, id, keyHeader));
  const token = await signIn(acq, "admin@example.com", "velvetgate", keyHeader);
  expect(await signIn(acq, "admin@example.com", "velvetgate", keyHeader)).toBe(token);
});

it("idempotency key reused by another account returns an error instead of the first caller's result", async () => {
  const acq = await startTestAcq();
  const admin = bearerHeaders(await signIn(acq, "admin@example.com"));
  await generateLink(acq, "WELCOME", { ...admin, ...keyHeader });
  await expect(generateLink(acq, "WELCOME", keyHeader)).rejects.toThrow("Idempotency-Key");
});

it("idempotency key stays usable after rejected input, and must have fewer than 256 characters", async () => {
  const acq = await startTestAcq();
  await submitRegistration(acq, createRegistrationInput({ email: "none" }), keyHeader);
  expect(await register(acq, {}, keyHeader)).toMatchObject({ status: "CREATED" });
  expect(
    await submitRegistration(acq, createRegistrationInput(), { "Idempotency-Key": "k".repeat(256) }),
  ).toMatchObject({
    errors: [{ extensions: { code: "BAD_USER_INPUT" } }],
  });
});
