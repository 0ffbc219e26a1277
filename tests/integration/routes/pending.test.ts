import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import * as formStarted from "~/routes/registration/formstarted/route";
import * as pending from "~/routes/registration/registrationformemailpendingcomplete/route";
import { startClub, type Club } from "../../support/route-context";
import { newVisitor, type Visitor } from "../../support/visitor";

const path = "/de/registration/registrationformemailpendingcomplete";

let club: Club;
let visitor: Visitor;
beforeAll(async () => {
  club = await startClub();
  visitor = await createPendingVisitor();
});
afterAll(() => club.stop());

const formSchema = z.object({
  form: z.object({ formToken: z.string(), legalTexts: z.string() }),
});

/** Returns a visitor after a registration with the e-mail address of a pending account. */
async function createPendingVisitor(): Promise<Visitor> {
  const visitor = newVisitor(club);
  const formPage = await visitor.get(formStarted, "/de/registration/formstarted?rc=WELCOME");
  const { formToken, legalTexts } = formSchema.parse(formPage.data).form;
  const response = await visitor.post(formStarted, "/de/registration/formstarted", {
    formToken,
    gender: "FEMALE",
    firstname: "Paula",
    lastname: "Pending",
    email: "Waiting@example.com",
    country: "DE",
    terms: "on",
    legalTexts,
  });
  expect(response).toMatchObject({ status: 303, location: path });
  return visitor;
}

describe("page of a pending account", () => {
  it("redirects a visitor without a registration to the landing page", async () => {
    const otherVisitor = newVisitor(club);
    expect(await otherVisitor.get(pending, path)).toMatchObject({ status: 303, location: "/de" });
    const resendResponse = await otherVisitor.post(pending, path, { intent: "resend" });
    expect(resendResponse).toMatchObject({ status: 303, location: "/de" });
  });

  it("shows the e-mail address in the spelling that the visitor typed", async () => {
    expect(await visitor.get(pending, path)).toMatchObject({
      status: 200,
      data: {
        page: { title: "Ihr Konto ist noch nicht aktiv – Velvetgate" },
        sent: { email: "Waiting@example.com" },
      },
    });
  });

  it("shows only once whether the e-mail was sent again", async () => {
    const response = await visitor.post(pending, path, { intent: "resend" });
    expect(response).toMatchObject({ status: 303, location: path });
    const firstView = await visitor.get(pending, path);
    expect(firstView.data).toMatchObject({ sent: { notice: { kind: "too-early" } } });
    const secondView = await visitor.get(pending, path);
    expect(secondView.data).toMatchObject({ sent: { notice: undefined } });
  });

  it("redirects to the form when the visitor wants to change the e-mail address", async () => {
    const response = await visitor.post(pending, path, { intent: "change-email" });
    expect(response).toMatchObject({ status: 303, location: "/de/registration/formstarted" });
  });

  it("answers 503 when acq does not answer", async () => {
    // Soon after an e-mail, the visitor requests another one. The site then calls only the operation "registration".
    await club.failNextCall("registration");
    expect(await visitor.post(pending, path, { intent: "resend" })).toMatchObject({ status: 503 });
  });
});
