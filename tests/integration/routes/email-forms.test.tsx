import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as apply from "~/routes/membership-interest/apply/route";
import * as confirmation from "~/routes/membership-interest/confirmation/route";
import * as resend from "~/routes/registration/resend/route";
import { EmailPage } from "~/ui/components/email-page";
import { startClub, type Club } from "../../support/route-context";
import { newVisitor } from "../../support/visitor";
import { attributeOf, textOf } from "../../support/html-text";
import { renderView } from "../../support/view-html";
import { translatorFor } from "../../support/words";

const emailForms = [
  {
    name: "the activation e-mail",
    route: resend,
    path: "/registration/resend",
    donePath: "/registration/resend?done=sent",
    operation: "requestActivationEmail",
    title: "Send the activation email again",
  },
  {
    name: "membership applications",
    route: apply,
    path: "/membership-interest/apply",
    donePath: "/membership-interest/confirmation",
    operation: "submitMembershipInterest",
    title: "Your application",
  },
] as const;

let club: Club;
beforeAll(async () => {
  club = await startClub();
});
afterAll(() => club.stop());

describe.each(emailForms)("e-mail form for $name", ({ route, path, donePath, operation, title }) => {
  it("shows a form with a form token", async () => {
    const response = await newVisitor(club).get(route, path);
    expect(response).toMatchObject({
      status: 200,
      data: { page: { title: `${title} – Velvetgate` } },
    });
    expect(response.data).toHaveProperty("formToken");
  });

  it.each(["pending@example.com", "active@example.com", " nobody@example.com "])(
    "redirects to the same page for every e-mail address: %s",
    async (email) => {
      const response = await newVisitor(club).post(route, `/de${path}`, { email });
      expect(response).toMatchObject({ status: 303, location: `/de${donePath}` });
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
  ])("redisplays the form with an error message for an invalid e-mail address: %j", async (email) => {
    const response = await newVisitor(club).post(route, path, { email });
    expect(response).toMatchObject({
      status: 422,
      reply: { typed: email, failure: null },
      data: { page: { title: `Error: ${title} – Velvetgate` } },
    });
  });

  it("asks only once about a probable typo in the domain, and then accepts the e-mail address", async () => {
    const visitor = newVisitor(club);
    const email = "zoe.sure@gmial.com";
    const suggestion = { address: email, suggestedEmail: "zoe.sure@gmail.com" };
    expect(await visitor.post(route, path, { email })).toMatchObject({
      status: 422,
      reply: { typed: email, failure: null, suggestion },
      data: { page: { title: `Error: ${title} – Velvetgate` } },
    });
    expect(await visitor.post(route, path, { email, questionedEmail: email })).toMatchObject({
      status: 303,
      location: donePath,
    });
  });

  it("asks again if the visitor then submits a different e-mail address with a typo", async () => {
    const fields = { email: "zoe.other@gmial.com", questionedEmail: "zoe.first@gmial.com" };
    expect(await newVisitor(club).post(route, path, fields)).toMatchObject({ status: 422 });
  });

  it("accepts the suggested e-mail address, and rejects any other value of the suggestion field", async () => {
    const fields = { email: "zoe.taken@gmial.com", suggestedEmail: "zoe.taken@gmail.com" };
    expect(await newVisitor(club).post(route, path, fields)).toMatchObject({
      status: 303,
      location: donePath,
    });
    const forgedFields = { email: "zoe.taken@gmial.com", suggestedEmail: "mallory@gmail.com" };
    expect(await newVisitor(club).post(route, path, forgedFields)).toMatchObject({ status: 422 });
  });

  it("does not repeat the question about a typo after a failure of acq", async () => {
    const visitor = newVisitor(club);
    const email = "zoe.failed@gmial.com";
    await club.failNextCall(operation);
    expect(await visitor.post(route, path, { email, questionedEmail: email })).toMatchObject({
      status: 503,
      reply: { questionedEmail: email },
    });
  });

  it.each(["pending＠example．com", "pend\u200bing@example.com", "pending@example。com"])(
    "normalizes the e-mail address %j before the call to acq",
    async (email) => {
      const response = await newVisitor(club).post(route, path, { email });
      expect(response).toMatchObject({ status: 303, location: donePath });
    },
  );

  it("keeps the typed e-mail address when acq does not answer", async () => {
    await club.failNextCall(operation);
    const response = await newVisitor(club).post(route, path, { email: "me@example.com" });
    expect(response).toMatchObject({
      status: 503,
      reply: { typed: "me@example.com", failure: { kind: "failed" } },
    });
  });

  it("shows no text of acq when acq answers with a GraphQL error", async () => {
    await club.failNextCall(operation, { kind: "graphql-error", value: "a word of acq's" });
    const { reply } = await newVisitor(club).post(route, path, { email: "me@example.com" });
    expect(reply).toMatchObject({ failure: { kind: "failed" } });
    expect(JSON.stringify(reply)).not.toContain("a word of acq's");
  });
});

it("resend page sends an e-mail only to a pending account", async () => {
  const otherClub = await startClub();
  const visitor = newVisitor(otherClub);
  for (const email of ["waiting@example.com", "active@example.com", "nobody@example.com"])
    await visitor.post(resend, "/registration/resend", { email });
  const recipients = await otherClub.readRecipients();
  await otherClub.stop();
  expect(recipients).toEqual(["waiting@example.com"]);
});

it("resend page shows a confirmation after a request", async () => {
  const response = await newVisitor(club).get(resend, "/registration/resend?done=sent");
  expect(response).toMatchObject({ status: 200, data: { view: "sent" } });
});

it("confirmation page of the membership application redirects to the form until the visitor has applied", async () => {
  const visitor = newVisitor(club);
  const path = "/fr/membership-interest/confirmation";
  expect(await visitor.get(confirmation, path)).toMatchObject({
    status: 303,
    location: "/fr/membership-interest/apply",
  });
  await visitor.post(apply, "/fr/membership-interest/apply", { email: "me@example.com" });
  expect(await visitor.get(confirmation, path)).toMatchObject({ status: 200 });
});

describe("e-mail form with an error", () => {
  const page = {
    heading: "",
    introduction: "",
    label: "Email",
    button: "",
    path: "/x",
    formToken: "",
    typed: "draft@x.example",
  };

  it("shows the error at the field, which has the focus and the typed value", () => {
    const html = renderView(<EmailPage {...page} actionData={{ typed: "nobody", failure: null }} />);
    expect(html.split("Please provide a valid email address")).toHaveLength(2);
    expect(html).toMatch(/<input id="email"[^>]* autofocus=""/);
    expect(html).toMatch(
      /<input id="email"[^>]* aria-describedby="email-error" aria-invalid="true"[^>]* value="nobody"/,
    );
  });

  it("suggests the corrected e-mail address at the field, with a button that accepts the suggestion", () => {
    const suggestion = { address: "zoe@gmial.com", suggestedEmail: "zoe@gmail.com" };
    const html = renderView(
      <EmailPage {...page} actionData={{ typed: suggestion.address, failure: null, suggestion }} />,
    );
    const question = translatorFor("en")("registration:email.suggestion", {
      suggestion: suggestion.suggestedEmail,
    });
    expect(textOf(html).split(question)).toHaveLength(2);
    expect(html).toMatch(/<input id="email"[^>]* aria-describedby="email-error"/);
    expect(attributeOf(html, 'name="suggestedEmail"', "value")).toBe(suggestion.suggestedEmail);
    expect(attributeOf(html, 'name="suggestedEmail"', "type")).toBe("submit");
    expect(attributeOf(html, 'name="questionedEmail"', "value")).toBe(suggestion.address);
  });

  it("shows the failure, a note that the input is kept, and the error id", () => {
    const failure = { kind: "failed", errorId: "acq-frontend-1" } as const;
    const html = renderView(<EmailPage {...page} actionData={{ typed: "me@x.example", failure }} />);
    expect(html).toContain("Due to a technical issue our store is not available at the moment.");
    expect(html).toContain("We’ve kept everything you entered.");
    expect(html).toContain("acq-frontend-1");
    expect(html).not.toContain("aria-invalid");
  });
});
