import { afterAll, beforeAll, expect, it } from "vitest";
import * as consent from "~/routes/consent";
import { startClub, type Club } from "../support/route-context";
import { newVisitor } from "../support/visitor";

let club: Club;
beforeAll(async () => {
  club = await startClub();
});
afterAll(() => club.stop());

it.each([
  [{ analytics: "on", marketing: "on" }, "a1m1"],
  [{ analytics: "on", marketing: "off" }, "a1m0"],
  [{ marketing: "on" }, "a0m1"],
  [{ analytics: "1; Path=/" }, "a0m0"],
  [{}, "a0m0"],
])("keeps the choice %j as %s for a year, and goes back", async (choice, value) => {
  const fields = { ...choice, returnTo: "/de/invite?x=1" };
  const answer = await newVisitor(club).post(consent, "/de/consent", fields);
  expect(answer).toMatchObject({ status: 303, location: "/de/invite?x=1" });
  expect(answer.headers.getSetCookie()).toEqual([
    `__Host-consent=${value}; Max-Age=31536000; Path=/; Secure; SameSite=Lax`,
  ]);
});

it("goes to no other site", async () => {
  const answer = await newVisitor(club).post(consent, "/consent", { returnTo: "https://evil.example" });
  expect(answer.location).toBe("/");
});
