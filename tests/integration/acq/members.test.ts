import { expect, it } from "vitest";
import { bearerHeaders, register, signIn } from "./support/operations";
import { dayMs, secondMs, startTestAcq, type TestAcq } from "./support/test-acq";

function queryViewer(acq: TestAcq, headers?: Record<string, string>): Promise<unknown> {
  const query = `query viewer { viewer { firstName roles vipStatus
    invitation { registrationCode balance pending joined } } }`;
  return acq.queryField(query, {}, headers);
}

const member = {
  firstName: "Noah",
  roles: ["MEMBER"],
  vipStatus: "GOLD",
  invitation: { registrationCode: "VIP2026", balance: 3, pending: 0, joined: 0 },
};
const administratorViewer = { firstName: "Ada", roles: ["ADMIN"], vipStatus: null, invitation: null };

it.each([
  ["member@example.com", member],
  ["Member@EXAMPLE.com", member],
  ["admin@example.com", administratorViewer],
])("login returns a token for %s", async (email, expected) => {
  const acq = await startTestAcq();
  expect(await queryViewer(acq, bearerHeaders(await signIn(acq, email)))).toEqual(expected);
});

it.each([
  ["member@example.com", "Velvetgate"],
  ["member@example.com", ""],
  ["nobody@example.com", "velvetgate"],
  ["no address", "velvetgate"],
  ["active@example.com", ""],
  ["pending@example.com", "velvetgate"],
])("login as %s returns a null token for the password %j", async (email, password) => {
  const acq = await startTestAcq();
  expect(await signIn(acq, email, password)).toBeNull();
});

it.each<Record<string, string>>([
  {},
  { Authorization: "" },
  { Authorization: "Bearer " },
  { Authorization: "Bearer made-up" },
  { Authorization: "Basic bWFkZS11cA==" },
])("viewer query returns null with the headers %j", async (headers) => {
  const acq = await startTestAcq();
  expect(await queryViewer(acq, headers)).toBeNull();
});

it("login tokens expire after 7 days, or at logout", async () => {
  const acq = await startTestAcq();
  const [firstToken, secondToken] = [
    await signIn(acq, "member@example.com"),
    await signIn(acq, "member@example.com"),
  ];
  expect(firstToken).not.toBe(secondToken);
  const logoutMutation = "mutation logout { logout { ok } }";
  expect(await acq.queryField(logoutMutation, {}, bearerHeaders(firstToken))).toEqual({ ok: true });
  expect(await acq.queryField(logoutMutation, {}, bearerHeaders(firstToken))).toEqual({ ok: true });
  expect(await queryViewer(acq, bearerHeaders(firstToken))).toBeNull();
  acq.clock.advance(7 * dayMs - secondMs);
  expect(await queryViewer(acq, bearerHeaders(secondToken))).toEqual(member);
  acq.clock.advance(secondMs);
  expect(await queryViewer(acq, bearerHeaders(secondToken))).toBeNull();
});

it("viewer query returns the number of pending registrations with the member's code", async () => {
  const acq = await startTestAcq();
  await register(acq, { registrationCode: "VIP2026" });
  expect(await queryViewer(acq, bearerHeaders(await signIn(acq, "member@example.com")))).toMatchObject({
    invitation: { balance: 3, pending: 1, joined: 0 },
  });
});

it("submitMembershipInterest returns RECEIVED for every valid e-mail address, known or not", async () => {
  const acq = await startTestAcq();
  const applyForMembership = (email: string): Promise<unknown> =>
    acq.queryField(
      `mutation submitMembershipInterest($input: MembershipInterestInput!) {
        submitMembershipInterest(input: $input) { status } }`,
      { input: { email, locale: "en", country: "DE" } },
    );
  for (const email of ["new@example.com", "NEW@example.com", "active@example.com"]) {
    expect(await applyForMembership(email)).toEqual({ status: "RECEIVED" });
  }
  await expect(applyForMembership("no address")).rejects.toThrow("Not valid: email.");
});
