import { expect, it } from "vitest";
import {
  requestRegistrationLink,
  bearerHeaders,
  fetchCodeErrors,
  generateLink,
  register,
  signIn,
} from "./support/operations";
import { dayMs, secondMs, startTestAcq, type TestAcq } from "./support/test-acq";

async function signInAsAdmin(acq: TestAcq): Promise<Record<string, string>> {
  return bearerHeaders(await signIn(acq, "admin@example.com"));
}

it("registration links are valid for exactly 14 days", async () => {
  const acq = await startTestAcq();
  const { link } = await generateLink(acq, "needs-vt", await signInAsAdmin(acq));
  expect(link).toMatchObject({ registrationCode: "NEEDSVT", expiresAt: "2026-12-05T09:00:00.000Z" });

  acq.clock.advance(14 * dayMs - secondMs);
  expect(await fetchCodeErrors(acq, "NEEDSVT", link?.validityTimestamp)).toEqual([]);
  const timestamp = { registrationCode: "NEEDSVT", validityTimestamp: link?.validityTimestamp };
  expect(await register(acq, timestamp)).toMatchObject({ status: "CREATED" });

  acq.clock.advance(secondMs);
  expect(await fetchCodeErrors(acq, "NEEDSVT", link?.validityTimestamp)).toEqual([
    "REGISTRATION_CODE_EXPIRED",
  ]);
  expect(await register(acq, timestamp)).toMatchObject({
    status: "REJECTED",
    registrationId: null,
    errors: ["REGISTRATION_CODE_EXPIRED"],
  });
});

it("validity timestamps are valid for any spelling of their code, and for no other code", async () => {
  const acq = await startTestAcq();
  const { link } = await generateLink(acq, "WELCOME", await signInAsAdmin(acq));
  expect(await fetchCodeErrors(acq, "wel-come", link?.validityTimestamp)).toEqual([]);
  expect(await fetchCodeErrors(acq, "NEEDSVT", link?.validityTimestamp)).toEqual([
    "REGISTRATION_TIMESTAMP_MISSING",
  ]);
});

it.each(["made-up", ".", "zzzzzzzz.AAAA", "mi8vq.x.y", "é.é"])(
  "acq rejects %s as a validity timestamp",
  async (timestamp) => {
    const acq = await startTestAcq();
    expect(await fetchCodeErrors(acq, "WELCOME", timestamp)).toEqual(["REGISTRATION_TIMESTAMP_MISSING"]);
  },
);

it("validity timestamps become invalid if their time is changed", async () => {
  const acq = await startTestAcq();
  const { link } = await generateLink(acq, "WELCOME", await signInAsAdmin(acq));
  const [, signature] = (link?.validityTimestamp ?? "").split(".");
  const laterTimestamp = `${(acq.clock.now() + dayMs).toString(36)}.${signature}`;
  expect(await fetchCodeErrors(acq, "WELCOME", laterTimestamp)).toEqual(["REGISTRATION_TIMESTAMP_MISSING"]);
});

it("generateRegistrationLink returns no link for an unusable code", async () => {
  const acq = await startTestAcq();
  const admin = await signInAsAdmin(acq);
  const errorByCode = { EXPIRED: "REGISTRATION_CODE_EXPIRED", EMPTY: "REGISTRATION_CODE_NO_BALANCE_LEFT" };
  for (const [code, error] of Object.entries({ ...errorByCode, UNKNOWN: "REGISTRATION_CODE_INVALID" })) {
    expect(await generateLink(acq, code, admin)).toEqual({ link: null, errors: [error] });
  }
});

it("generateRegistrationLink accepts a member's own code only, and rejects anonymous callers", async () => {
  const acq = await startTestAcq();
  const member = bearerHeaders(await signIn(acq, "member@example.com"));
  expect(await generateLink(acq, "vip-2026", member)).toMatchObject({
    link: { registrationCode: "VIP2026" },
  });
  for (const [code, headers] of [
    ["WELCOME", member],
    ["UNKNOWN", member],
    ["WELCOME", {}],
    ["WELCOME", bearerHeaders("made-up")],
  ] as const) {
    expect(await requestRegistrationLink(acq, code, headers)).toMatchObject({
      errors: [{ extensions: { code: "FORBIDDEN" } }],
    });
  }
});
