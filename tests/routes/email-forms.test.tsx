import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as apply from "~/routes/membership-interest/apply/route";
import * as confirmation from "~/routes/membership-interest/confirmation/route";
import * as resend from "~/routes/registration/resend/route";
import { EmailPage } from "~/ui/components/email-page";
import { startClub, type Club } from "../support/route-context";
import { newVisitor } from "../support/visitor";
import { viewHtml } from "../support/view-html";

const forms = [
  {
    name: "asking for the activation e-mail",
    route: resend,
    path: "/registration/resend",
    done: "/registration/resend?done=sent",
    operation: "requestActivationEmail",
    title: "Send the activation email again",
  },
  {
    name: "applying for membership",
    route: apply,
    path: "/membership-interest/apply",
    done: "/membership-interest/confirmation",
    operation: "submitMembershipInterest",
    title: "Your application",
  },
] as const;

let club: Club;
beforeAll(async () => {
  club = await startClub();
});
afterAll(() => club.stop());

describe.each(forms)("$name", ({ route, path, done, operation, title }) => {
  it("begins with a form that carries its token", async () => {
    const answer = await newVisitor(club).get(route, path);
    expect(answer).toMatchObject({
      status: 200,
      data: { page: { title: `${title} – Velvetgate` } },
    });
    expect(answer.data).toHaveProperty("formToken");
  });

  it.each(["pending@example.com", "active@example.com", " nobody@example.com "])(
    "answers the same whoever %s is",
    async (email) => {
      const answer = await newVisitor(club).post(route, `/de${path}`, { email });
      expect(answer).toMatchObject({ status: 303, location: `/de${done}` });
    },
  );

  it.each([
    "",
    "nobody",
    "a@b@c",
    "a@b\u0000.example",
    "a@xn--a.com",
    "a@1.2.3.999",
    "a@256.256.256.256",
    `${"a".repeat(250)}@b.example`,
  ])("keeps what is no address: %j", async (email) => {
    const answer = await newVisitor(club).post(route, path, { email });
    expect(answer).toMatchObject({
      status: 422,
      reply: { typed: email, failure: null },
      data: { page: { title: `Error: ${title} – Velvetgate` } },
    });
  });

  it("keeps the address when acq gives no answer", async () => {
    await club.failNext(operation);
    const answer = await newVisitor(club).post(route, path, { email: "me@example.com" });
    expect(answer).toMatchObject({
      status: 503,
      reply: { typed: "me@example.com", failure: { kind: "network" } },
    });
  });

  it("tells acq's own errors from the network's", async () => {
    await club.failNext(operation, { kind: "graphql-error", value: "a word of acq's" });
    const { reply } = await newVisitor(club).post(route, path, { email: "me@example.com" });
    expect(reply).toMatchObject({ failure: { kind: "generic" } });
    expect(JSON.stringify(reply)).not.toContain("a word of acq's");
  });
});

it("sends the e-mail of a pending account, and only of one", async () => {
  const other = await startClub();
  const visitor = newVisitor(other);
  for (const email of ["waiting@example.com", "active@example.com", "nobody@example.com"])
    await visitor.post(resend, "/registration/resend", { email });
  const mailed = await other.mailedTo();
  await other.stop();
  expect(mailed).toEqual(["waiting@example.com"]);
});

it("says that the e-mail is on its way, if one is due", async () => {
  const answer = await newVisitor(club).get(resend, "/registration/resend?done=sent");
  expect(answer).toMatchObject({ status: 200, data: { view: "sent" } });
});

it("confirms an application only to whom has sent one", async () => {
  const visitor = newVisitor(club);
  const path = "/fr/membership-interest/confirmation";
  expect(await visitor.get(confirmation, path)).toMatchObject({
    status: 303,
    location: "/fr/membership-interest/apply",
  });
  await visitor.post(apply, "/fr/membership-interest/apply", { email: "me@example.com" });
  expect(await visitor.get(confirmation, path)).toMatchObject({ status: 200 });
});

describe("the form with an error", () => {
  const page = {
    heading: "",
    lead: "",
    label: "Email",
    button: "",
    path: "/x",
    formToken: "",
    typed: "draft@x.example",
  };

  it("names it at the field, which has the focus, with what was typed", () => {
    const html = viewHtml(<EmailPage {...page} answer={{ typed: "nobody", failure: null }} />);
    expect(html.split("Please provide a valid email address")).toHaveLength(2);
    expect(html).toMatch(/<input id="email"[^>]* autofocus=""/);
    expect(html).toMatch(
      /<input id="email"[^>]* aria-describedby="email-error" aria-invalid="true"[^>]* value="nobody"/,
    );
  });

  it("says what a failure is, that nothing was lost, and the number to quote", () => {
    const failure = { kind: "network", errorId: "acq-frontend-1" } as const;
    const html = viewHtml(<EmailPage {...page} answer={{ typed: "me@x.example", failure }} />);
    expect(html).toContain("Network issue detected.");
    expect(html).toContain("We’ve kept everything you entered.");
    expect(html).toContain("acq-frontend-1");
    expect(html).not.toContain("aria-invalid");
  });
});
