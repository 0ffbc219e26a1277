import { expect, it } from "vitest";
import {
  activateAccount,
  fetchCodeErrors,
  findNewestActivationId,
  register,
  queryRegistrationStatus,
} from "./support/operations";
import { hourMs, secondMs, startTestAcq } from "./support/test-acq";

const fullCodeError = "REGISTRATION_CODE_BALANCE_LESS_THAN_PENDING_REGISTRATIONS";

it("N+1 simultaneous registrations with a balance of N create N registrations", async () => {
  const acq = await startTestAcq();
  const results = await Promise.all(
    Array.from({ length: 4 }, () => register(acq, { registrationCode: "VIP2026" })),
  );
  expect(results.filter(({ status }) => status === "CREATED")).toHaveLength(3);
  expect(results.filter(({ status }) => status === "REJECTED")).toEqual([
    { status: "REJECTED", registrationId: null, errors: [fullCodeError] },
  ]);
  expect(await acq.outbox()).toHaveLength(3);
});

it("pending registrations reserve a place of the code's balance, and activation deducts it", async () => {
  const acq = await startTestAcq();
  await register(acq, { registrationCode: "LASTONE" });
  expect(await fetchCodeErrors(acq, "LASTONE")).toEqual([fullCodeError]);
  await activateAccount(acq, await findNewestActivationId(acq));
  expect(await fetchCodeErrors(acq, "LASTONE")).toEqual(["REGISTRATION_CODE_NO_BALANCE_LEFT"]);
});

it("pending registrations that are not activated within 72 hours release their place", async () => {
  const acq = await startTestAcq();
  const { registrationId } = await register(acq, { registrationCode: "LASTONE", email: "late@example.com" });
  acq.clock.advance(72 * hourMs - secondMs);
  expect(await fetchCodeErrors(acq, "LASTONE")).toEqual([fullCodeError]);
  acq.clock.advance(secondMs);
  expect(await fetchCodeErrors(acq, "LASTONE")).toEqual([]);
  expect(await queryRegistrationStatus(acq, registrationId)).toBeNull();
  expect(await activateAccount(acq, await findNewestActivationId(acq))).toMatchObject({
    status: "NOT_FOUND",
  });
  expect(await register(acq, { registrationCode: "LASTONE", email: "late@example.com" })).toMatchObject({
    status: "CREATED",
  });
});

it("corrected registrations take over the place that the first registration reserved", async () => {
  const acq = await startTestAcq();
  const firstRegistration = await register(acq, { registrationCode: "LASTONE" });
  const supersededId = await findNewestActivationId(acq);
  const secondRegistration = await register(acq, {
    registrationCode: "LASTONE",
    replacesRegistrationId: firstRegistration.registrationId,
  });
  expect(secondRegistration).toMatchObject({ status: "CREATED" });
  expect(await queryRegistrationStatus(acq, firstRegistration.registrationId)).toBeNull();
  expect(await activateAccount(acq, supersededId)).toMatchObject({ status: "NOT_FOUND" });
  expect(await activateAccount(acq, await findNewestActivationId(acq))).toMatchObject({
    status: "ACTIVATED",
  });
});

it("rejected correction of a registration leaves that registration unchanged", async () => {
  const acq = await startTestAcq();
  const { registrationId } = await register(acq, { registrationCode: "LASTONE" });
  expect(
    await register(acq, { registrationCode: "PENDING", replacesRegistrationId: registrationId }),
  ).toMatchObject({ status: "REJECTED" });
  expect(await queryRegistrationStatus(acq, registrationId)).toMatchObject({ status: "CREATED" });
});

it("correction of a registration with the same e-mail address returns PENDING and reserves no second place", async () => {
  const acq = await startTestAcq();
  const email = "same@example.com";
  const { registrationId } = await register(acq, { registrationCode: "LASTONE", email });
  expect(
    await register(acq, { registrationCode: "LASTONE", email, replacesRegistrationId: registrationId }),
  ).toMatchObject({ status: "PENDING" });
  expect(await queryRegistrationStatus(acq, registrationId)).toMatchObject({ status: "CREATED" });
});

it("replacesRegistrationId affects neither an active registration nor another visitor's with the same address", async () => {
  const acq = await startTestAcq();
  const ownerRegistration = await register(acq, { email: "owner@example.com" });
  const strangerRegistration = await register(acq, { email: "owner@example.com" });
  await register(acq, { replacesRegistrationId: strangerRegistration.registrationId });
  expect(await queryRegistrationStatus(acq, ownerRegistration.registrationId)).toMatchObject({
    status: "CREATED",
  });

  const [, ownersMail] = await acq.outbox();
  const id = new URL(ownersMail?.links[0] ?? "").searchParams.get("accountActivationId") ?? "";
  await activateAccount(acq, id);
  await register(acq, { replacesRegistrationId: ownerRegistration.registrationId });
  expect(await queryRegistrationStatus(acq, ownerRegistration.registrationId)).toMatchObject({
    status: "ACTIVE",
  });
});

it("pending demonstration data (code PENDING, pending@example.com) never expires", async () => {
  const acq = await startTestAcq();
  await register(acq, { email: "pending@example.com" });
  acq.clock.advance(1000 * hourMs);
  expect(await fetchCodeErrors(acq, "PENDING")).toEqual([fullCodeError]);
  expect(await register(acq, { email: "pending@example.com" })).toMatchObject({ status: "PENDING" });
});
