import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as formStarted from "~/routes/registration-formstarted";
import * as pending from "~/routes/registration-pending";
import { startClub, type Club } from "../support/route-context";
import { newVisitor, type Visitor } from "../support/visitor";

const path = "/registration/registrationformemailpendingcomplete";

let club: Club;
beforeAll(async () => {
  club = await startClub();
});
afterAll(() => club.stop());

/** Somebody whose registration found an account that waits for activation. */
async function pendingVisitor(): Promise<Visitor> {
  const visitor = newVisitor(club);
  const answer = await visitor.post(formStarted, "/de/registration/formstarted?rc=WELCOME", {
    gender: "FEMALE",
    firstname: "Paula",
    lastname: "Pending",
    email: "Pending@example.com",
    country: "DE",
    terms: "on",
  });
  expect(answer.status).toBe(303);
  return visitor;
}

describe("the page for an account that waits for activation", () => {
  it("is not for a visitor who has sent nothing", async () => {
    expect(await newVisitor(club).get(pending, `/de${path}`)).toMatchObject({ status: 303, location: "/de" });
    const sent = await newVisitor(club).post(pending, `/de${path}`, { intent: "resend" });
    expect(sent).toMatchObject({ status: 303, location: "/de" });
  });
});
