import * as formFinished from "~/routes/registration/formfinished/route";
import * as formStarted from "~/routes/registration/formstarted/route";
import * as pending from "~/routes/registration/registrationformemailpendingcomplete/route";
import * as resend from "~/routes/registration/resend/route";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { problemMessages } from "~/routes/registration/registration-form";
import { translatorFor } from "~/i18n/translator.server";
import { activateElsewhere } from "../live/activate-elsewhere";
import { filledIn, formPath } from "../../support/registration";
import { type Club, startClub } from "../../support/route-context";
import { newVisitor, type Visitor } from "../../support/visitor";

const email = "stranger@example.com";
const pendingPath = "/de/registration/registrationformemailpendingcomplete";
const finishedPath = "/de/registration/formfinished";

let club: Club;
/** acq's clock: it would send an e-mail each time, were it asked. */
let time = Date.now();
beforeEach(async () => {
  club = await startClub({}, () => (time += 2 * 60_000));
});
afterEach(() => club.stop());

async function register(changes: Record<string, string> = {}, visitor = newVisitor(club)) {
  const form = { ...(await filledIn(visitor)), email, ...changes };
  return { visitor, answer: await visitor.post(formStarted, formPath, form) };
}

function askByAddress(visitor: Visitor, address: string) {
  return visitor.post(resend, "/de/registration/resend", { email: address });
}

describe("one e-mail a minute to one recipient", () => {
  it("whoever registers the address, however it is written", async () => {
    expect((await register()).answer).toMatchObject({ status: 303, location: finishedPath });
    const changes = [{}, { firstname: "Eve" }, { email: "Stranger@EXAMPLE.com" }, { lastname: "Elsewhere" }];
    for (const change of changes)
      expect((await register(change)).answer).toMatchObject({ status: 303, location: pendingPath });
    expect(await club.mailedTo()).toEqual([email]);
  });

  it("the page of a second registration says when there can be another, and leads on without an id", async () => {
    await register();
    const { visitor } = await register();
    expect(await visitor.get(pending, pendingPath)).toMatchObject({
      data: { sent: { view: "waiting", email, isKnown: false, notice: { kind: "just-sent", seconds: 60 } } },
      events: [{ event: "registration_account_pending" }],
    });
    for (const intent of ["resend", "check"])
      expect(await visitor.post(pending, pendingPath, { intent })).toMatchObject({
        status: 303,
        location: "/de/registration/resend",
      });
    expect(await visitor.post(pending, pendingPath, { intent: "change-email" })).toMatchObject({
      location: formPath,
    });
  });

  it("whoever asks for it again, on whichever page; nobody learns of it", async () => {
    const { visitor } = await register();
    for (const address of [email, "STRANGER@example.com", "nobody@example.com", "nobody@example.com"])
      expect(await askByAddress(newVisitor(club), address)).toMatchObject({
        status: 303,
        location: "/de/registration/resend?done=sent",
      });
    await visitor.post(formFinished, finishedPath, { intent: "resend" });
    const { data } = await visitor.get(formFinished, finishedPath);
    expect(data).toMatchObject({ sent: { notice: { kind: "too-early" } } });
    expect(await club.mailedTo()).toEqual([email]);
  });

  it("goes by whom the registration's e-mail went to, whatever was typed since", async () => {
    const { visitor } = await register();
    const typed = { ...(await filledIn(visitor)), email: "other@example.com", terms: "" };
    expect(await visitor.post(formStarted, formPath, typed)).toMatchObject({ status: 422 });
    await visitor.post(formFinished, finishedPath, { intent: "resend" });
    expect(await club.mailedTo()).toEqual([email]);
  });

  it("is asked about acq's state all the same", async () => {
    const { visitor } = await register();
    await activateElsewhere(club);
    expect(await visitor.post(formFinished, finishedPath, { intent: "resend" })).toMatchObject({
      location: `${finishedPath}?done=active`,
    });
  });

  it("does not keep anybody from another address, whose place is taken along", async () => {
    const { visitor } = await register();
    await visitor.post(formFinished, finishedPath, { intent: "change-email" });
    expect((await register({ email: "right@example.com" }, visitor)).answer).toMatchObject({
      location: finishedPath,
    });
    expect((await register({ email: "other@example.com" })).answer).toMatchObject({ location: finishedPath });
    // The address before, again: its place is the other registration's, which acq alone can move.
    const back = (await register({}, visitor)).answer;
    expect(back).toMatchObject({ status: 429, reply: { problem: { kind: "just-asked", minutes: 1 } } });
    expect(await club.mailedTo()).toEqual(["other@example.com", "right@example.com", email]);
  });

  it("is not used up by what sends none", async () => {
    for (let again = 0; again < 3; again += 1)
      expect((await register({ email: "active@example.com" })).answer).toMatchObject({
        location: "/de/registration/registrationformemailactivecomplete",
      });
    await club.failNext("submitRegistration");
    expect((await register()).answer).toMatchObject({ status: 503 });
    expect((await register({ firstname: "Eve" })).answer).toMatchObject({ location: finishedPath });
  });
});

it("a registration that comes a moment after somebody asked by address keeps all and says when to send it", async () => {
  await askByAddress(newVisitor(club), email);
  const { answer } = await register();
  expect(answer).toMatchObject({
    status: 429,
    data: { form: { typed: { email, firstname: "Zoë" } } },
    reply: { problem: { kind: "just-asked", minutes: 1 } },
  });
  const [said] = problemMessages(translatorFor("en", "V"), { kind: "just-asked", minutes: 1 });
  expect(said?.message).toContain("you can send this form again in 1 minute.");
  expect(await club.mailedTo()).toEqual([]);
});
