import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { startVelvetgate, type Velvetgate } from "../../support/velvetgate";
import { filledForm, createHttpVisitor, type HttpVisitor } from "./http-visitor";

const path = "/de/registration/formstarted";

let site: Velvetgate;
beforeAll(async () => {
  site = await startVelvetgate();
});
afterAll(() => site.stop());

async function openForm(code: string): Promise<{ visitor: HttpVisitor; body: string }> {
  const visitor = createHttpVisitor(site);
  const { body } = await visitor.get(`${path}?rc=${code}`);
  return { visitor, body };
}

it("four simultaneous registrations with a balance of three create three accounts, even if resent", async () => {
  const openForms = await Promise.all(Array.from({ length: 4 }, () => openForm("VIP2026")));
  const emailAddresses = openForms.map(() => `${randomUUID()}@example.com`);
  const responses = await Promise.all(
    openForms.flatMap(({ visitor, body }, index) => {
      const fields = filledForm(body, emailAddresses[index] ?? "");
      return [visitor.post(path, fields), visitor.post(path, fields)];
    }),
  );
  const outcomes = responses.map(({ status, location }) => `${status} ${location ?? ""}`);
  expect(outcomes.filter((outcome) => outcome === "303 /de/registration/formfinished")).toHaveLength(6);
  expect(
    outcomes.filter((outcome) => outcome === "303 /de/registration/deny?reason=no-balance"),
  ).toHaveLength(2);
  const sentMails = await site.outbox();
  expect(sentMails.filter(({ to: recipient }) => emailAddresses.includes(recipient))).toHaveLength(3);
});

it("form creates one account when it is submitted twice at once and a third time later", async () => {
  const { visitor, body } = await openForm("WELCOME");
  const email = `${randomUUID()}@example.com`;
  const fields = filledForm(body, email);
  const responses = await Promise.all([visitor.post(path, fields), visitor.post(path, fields)]);
  responses.push(await visitor.post(path, fields));
  for (const response of responses)
    expect(response).toMatchObject({ status: 303, location: "/de/registration/formfinished" });
  expect(await site.fetchMailsTo(email)).toHaveLength(1);
});

it("registration with a corrected e-mail address uses only one of the member's invitations", async () => {
  const { visitor, body } = await openForm("LASTONE");
  const [wrongEmail, rightEmail] = [`${randomUUID()}@example.com`, `${randomUUID()}@example.com`];
  expect((await visitor.post(path, filledForm(body, wrongEmail))).location).toBe(
    "/de/registration/formfinished",
  );
  const emailChange = await visitor.post("/de/registration/formfinished", { intent: "change-email" });
  expect(emailChange.location).toBe(path);
  const secondForm = await visitor.get(path);
  expect(secondForm.status).toBe(200);
  expect((await visitor.post(path, filledForm(secondForm.body, rightEmail))).location).toBe(
    "/de/registration/formfinished",
  );
  expect(await site.fetchMailsTo(rightEmail)).toHaveLength(1);
});

it.each([
  ["with the same code", "WELCOME", false],
  ["with another code, although the first person has clicked “use another address”", "VIP2026", true],
])(
  "registration of a second person in the same browser keeps the first person's activation link valid: %s",
  async (_, code, hasClicked) => {
    const ownSite = await startVelvetgate();
    onTestFinished(async () => {
      await ownSite.stop();
    });
    const visitor = createHttpVisitor(ownSite);
    const [firstEmail, secondEmail] = [`${randomUUID()}@example.com`, `${randomUUID()}@example.com`];
    const firstForm = await visitor.get(`${path}?rc=WELCOME`);
    await visitor.post(path, filledForm(firstForm.body, firstEmail));
    if (hasClicked) await visitor.post("/de/registration/formfinished", { intent: "change-email" });
    const secondForm = await visitor.get(`${path}?rc=${code}`);
    const secondFields = { ...filledForm(secondForm.body, secondEmail), firstname: "Second" };
    expect((await visitor.post(path, secondFields)).location).toBe("/de/registration/formfinished");
    const mails = await ownSite.fetchMailsTo(firstEmail);
    const { pathname, search, searchParams } = new URL(mails[0]?.links[0] ?? "");
    const accountActivationId = searchParams.get("accountActivationId") ?? "";
    const activation = await createHttpVisitor(ownSite).post(`${pathname}${search}`, { accountActivationId });
    expect(activation.location).toContain("done=activated");
  },
);
