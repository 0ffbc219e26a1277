import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as landing from "~/routes/landing/route";
import * as formFinished from "~/routes/registration/formfinished/route";
import * as formStarted from "~/routes/registration/formstarted/route";
import { fillForm, formPath } from "../../support/registration";
import { startClub, type Club } from "../../support/route-context";
import { newVisitor, type Visitor } from "../../support/visitor";

let club: Club;
let clubWithoutPopup: Club;
beforeAll(async () => {
  [club, clubWithoutPopup] = await Promise.all([
    startClub({ FEATURES: "form-finished-popup=true" }),
    startClub(),
  ]);
});
afterAll(() => Promise.all([club.stop(), clubWithoutPopup.stop()]));

const finishedPath = "/de/registration/formfinished";
const openLanding = (visitor: Visitor, path = "/de/viral?rc=WELCOME") =>
  visitor.get(landing, path, { slug: "viral" });

/**
 * Returns the fields of the landing page's form, filled in and completed as a browser with script would submit them.
 */
async function fillLandingForm(visitor: Visitor): Promise<Record<string, string>> {
  const { data } = await openLanding(visitor);
  expect(data).toMatchObject({ invited: { form: { popup: "/de/viral" } } });
  return { ...fillForm({ data: { form: findFormData(data) } }), popup: "/de/viral" };
}

function findFormData(data: unknown): unknown {
  const invitedData: unknown =
    data && typeof data === "object" && "invited" in data ? data.invited : undefined;
  return invitedData && typeof invitedData === "object" && "form" in invitedData
    ? invitedData.form
    : undefined;
}

describe("registration-complete popup over the landing page", () => {
  it("opens after registration, at the URL of the campaign without the code", async () => {
    const visitor = newVisitor(club);
    const form = await fillLandingForm(visitor);
    expect(await visitor.post(formStarted, formPath, form)).toMatchObject({
      status: 303,
      location: "/de/viral?done=finished",
    });
    const finishedRegistration = { email: form["email"], popup: "/de/viral" };
    for (let reloadCount = 0; reloadCount < 2; reloadCount += 1)
      expect(await openLanding(visitor, "/de/viral?done=finished")).toMatchObject({
        data: { finished: finishedRegistration, invited: undefined },
        events: [],
      });
    expect((await club.readRecipients()).filter((recipient) => recipient === form["email"])).toHaveLength(1);
  });

  it("stays open when the visitor requests the e-mail again", async () => {
    const visitor = newVisitor(club);
    await visitor.post(formStarted, formPath, await fillLandingForm(visitor));
    const fields = { intent: "resend", popup: "/de/viral" };
    expect(await visitor.post(formFinished, finishedPath, fields)).toMatchObject({
      location: "/de/viral?done=finished",
    });
    expect(await openLanding(visitor, "/de/viral?done=finished")).toMatchObject({
      data: { finished: { notice: { kind: "too-early" } } },
    });
    expect(
      await visitor.post(formFinished, finishedPath, { ...fields, intent: "change-email" }),
    ).toMatchObject({ location: formPath });
  });

  it("becomes a separate page in a browser without JavaScript", async () => {
    const visitor = newVisitor(club);
    const form = await fillLandingForm(visitor);
    delete form["popup"];
    expect(await visitor.post(formStarted, formPath, form)).toMatchObject({ location: finishedPath });
    expect(await visitor.post(formFinished, finishedPath, { intent: "resend" })).toMatchObject({
      location: finishedPath,
    });
  });

  it("stays closed for a visitor without a registration", async () => {
    const { data, events } = await openLanding(newVisitor(club), "/de/viral?done=finished");
    expect(data).toMatchObject({ finished: undefined });
    expect(events).toEqual([{ event: "landing_welcome_registration" }]);
  });

  it.each(["https://evil.example", "//evil.example", "/de/login", "/de/registration/deny", "/de?x=1", "x"])(
    "does not open over %s, which is not the path of a landing page",
    async (popup) => {
      const visitor = newVisitor(club);
      const form = { ...(await fillLandingForm(visitor)), popup };
      expect(await visitor.post(formStarted, formPath, form)).toMatchObject({ location: finishedPath });
    },
  );

  it("opens after the second step of the lean flow", async () => {
    const leanClub = await startClub({ FEATURES: "form-finished-popup=true,registration-flow=lean" });
    const visitor = newVisitor(leanClub);
    const form = await fillLandingForm(visitor);
    const secondStepPath = `${formPath}?step=2`;
    expect(await visitor.post(formStarted, formPath, form)).toMatchObject({ location: secondStepPath });
    const secondPage = await visitor.get(formStarted, secondStepPath);
    expect(secondPage.data).toMatchObject({ form: { flow: "leanStep2", popup: "/de/viral" } });
    const fields = { ...fillForm(secondPage), email: form["email"] ?? "", popup: "/de/viral" };
    expect(await visitor.post(formStarted, formPath, fields)).toMatchObject({
      location: "/de/viral?done=finished",
    });
    await leanClub.stop();
  });

  it("opens even if the form was first returned with an error", async () => {
    const visitor = newVisitor(club);
    const form = await fillLandingForm(visitor);
    expect(await visitor.post(formStarted, formPath, { ...form, lastname: "" })).toMatchObject({
      status: 422,
      data: { form: { popup: "/de/viral" } },
    });
    expect(await visitor.post(formStarted, formPath, form)).toMatchObject({
      location: "/de/viral?done=finished",
    });
  });

  it("does not open if its feature is disabled", async () => {
    const visitor = newVisitor(clubWithoutPopup);
    const { data } = await openLanding(visitor);
    expect(data).toMatchObject({ invited: { form: { popup: undefined } } });
    const form = { ...fillForm({ data: { form: findFormData(data) } }), popup: "/de/viral" };
    expect(await visitor.post(formStarted, formPath, form)).toMatchObject({ location: finishedPath });
    expect(await openLanding(visitor, "/de/viral?done=finished")).toMatchObject({
      data: { finished: undefined },
    });
  });
});
