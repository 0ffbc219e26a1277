import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as activateAccount from "~/routes/registration/activateaccount/route";
import * as landing from "~/routes/landing/route";
import * as formStarted from "~/routes/registration/formstarted/route";
import * as formFinished from "~/routes/registration/formfinished/route";
import * as pending from "~/routes/registration/registrationformemailpendingcomplete/route";
import { activateElsewhere } from "../live/activate-elsewhere";
import { formPath, loadFilledForm } from "../../support/registration";
import { startClub, type Club } from "../../support/route-context";
import { newVisitor, type Visitor } from "../../support/visitor";

const hourMs = 60 * 60 * 1000;
const pages = [
  { route: formFinished, path: "/de/registration/formfinished" },
  { route: pending, path: "/de/registration/registrationformemailpendingcomplete" },
];

let club: Club;
let currentTime = Date.now();
beforeAll(async () => {
  club = await startClub({}, () => currentTime);
});
afterAll(() => club.stop());

async function registerVisitor(): Promise<Visitor> {
  const visitor = newVisitor(club);
  const response = await visitor.post(formStarted, formPath, await loadFilledForm(visitor));
  expect(response).toMatchObject({ status: 303, location: pages[0]?.path });
  return visitor;
}

const checkFields = { intent: "check" };

describe.each(pages)("status check on $path", ({ route, path }) => {
  it("reports only once that the account is not active yet", async () => {
    const visitor = await registerVisitor();
    expect(await visitor.post(route, path, checkFields)).toMatchObject({ status: 303, location: path });
    expect((await visitor.get(route, path)).data).toMatchObject({ sent: { notice: { kind: "not-yet" } } });
    expect((await visitor.get(route, path)).data).toMatchObject({ sent: { notice: undefined } });
  });

  it("ignores an unknown value of the intent field", async () => {
    const visitor = await registerVisitor();
    expect(await visitor.post(route, path, { intent: "unknown" })).toMatchObject({
      status: 303,
      location: path,
    });
    expect((await visitor.get(route, path)).data).toMatchObject({ sent: { notice: undefined } });
  });

  it("redirects to a page that shows the active account, and deletes the draft", async () => {
    const visitor = await registerVisitor();
    await activateElsewhere(club);
    expect(await visitor.post(route, path, checkFields)).toMatchObject({
      status: 303,
      location: `${path}?done=active`,
    });
    expect(visitor.cookies.has("draft")).toBe(false);
    for (let visit = 0; visit < 2; visit += 1)
      expect(await visitor.get(route, `${path}?done=active`)).toMatchObject({
        status: 200,
        data: { page: { title: "Ihr Konto ist aktiv – Velvetgate" }, sent: { view: "active" } },
      });
    expect(await visitor.get(route, path)).toMatchObject({ status: 303, location: "/de" });
  });

  it("redirects to the activation page if the draft no longer exists, for example after an activation", async () => {
    const visitor = newVisitor(club);
    expect(await visitor.post(route, path, checkFields)).toMatchObject({
      status: 303,
      location: "/de/registration/activateaccount",
    });
    expect(await visitor.post(route, path, { intent: "resend" })).toMatchObject({
      status: 303,
      location: "/de",
    });
  });

  it("shows the active account even if the visitor requests another e-mail", async () => {
    const visitor = await registerVisitor();
    await activateElsewhere(club);
    expect(await visitor.post(route, path, { intent: "resend" })).toMatchObject({
      status: 303,
      location: `${path}?done=active`,
    });
  });

  it("reports that the registration has expired, and keeps the typed values", async () => {
    const visitor = await registerVisitor();
    currentTime += 73 * hourMs;
    expect(await visitor.post(route, path, checkFields)).toMatchObject({ status: 303, location: path });
    expect((await visitor.get(route, path)).data).toMatchObject({ sent: { notice: { kind: "gone" } } });
    expect(await visitor.post(route, path, { intent: "change-email" })).toMatchObject({
      location: "/de/registration/formstarted",
    });
  });

  it("changes no data while acq does not answer", async () => {
    const visitor = await registerVisitor();
    await club.failNextCall("registration");
    expect(await visitor.post(route, path, checkFields)).toMatchObject({ status: 503 });
    expect(await visitor.get(route, path)).toMatchObject({
      status: 200,
      data: { sent: { view: "waiting" } },
    });
  });

  it("allows thirty checks in ten minutes", async () => {
    const visitor = await registerVisitor();
    for (let count = 0; count < 30; count += 1)
      expect(await visitor.post(route, path, checkFields)).toMatchObject({ status: 303 });
    expect(await visitor.post(route, path, checkFields)).toMatchObject({ status: 429 });
  });
});

it("failed activation removes the pending registration from the landing page only if the registration has expired", async () => {
  const visitor = await registerVisitor();
  const activationQuery = { accountActivationId: "of-the-mail" };
  const response = { status: 303, location: "/de/registration/activateaccountError?reason=not-found" };
  const activation = "/de/registration/activateaccount";
  expect(await visitor.post(activateAccount, activation, activationQuery)).toMatchObject(response);
  expect((await visitor.get(landing, "/de")).data).toMatchObject({
    waiting: { email: expect.any(String) as unknown },
  });
  currentTime += 73 * hourMs;
  expect(await visitor.post(activateAccount, activation, activationQuery)).toMatchObject(response);
  expect((await visitor.get(landing, "/de")).data).toMatchObject({
    waiting: undefined,
    typedCode: "WELCOME",
  });
});
