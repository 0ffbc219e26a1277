import { beforeAll, describe, expect, it } from "vitest";
import { attributeOf, linksIn, textOf } from "../../support/html-text";
import { getSharedSite } from "../../support/shared-site";
import type { TestSite } from "../../support/velvetgate";
import { filledForm, readHiddenField, createHttpVisitor, type HttpVisitor } from "./http-visitor";

let site: TestSite;
beforeAll(async () => {
  site = await getSharedSite();
});

const pendingNotice = "Ihr Konto für z…\u2060@example.com ist noch nicht aktiv.";

/** Registers a new visitor without opening the page with the finished message. */
async function registerVisitor(): Promise<{ visitor: HttpVisitor; email: string }> {
  const visitor = createHttpVisitor(site);
  const email = `zoe-${crypto.randomUUID()}@example.com`;
  const { body } = await visitor.get("/de/registration/formstarted?rc=WELCOME");
  const registration = await visitor.post("/de/registration/formstarted", filledForm(body, email));
  expect(registration.location).toBe("/de/registration/formfinished");
  return { visitor, email };
}

describe("landing page of a visitor with a pending registration", () => {
  it.each(["/de", "/de?rc=WELCOME", "/de/social"])(
    "shows the registration at %s, but only to the visitor that registered",
    async (path) => {
      const { visitor, email } = await registerVisitor();
      for (const gatePage of [await visitor.get(path), await visitor.get(path)]) {
        expect(textOf(gatePage.body)).toContain(pendingNotice);
        expect(gatePage.headers.get("Cache-Control")).toBe("no-store");
      }
      const { body } = await visitor.get("/de");
      expect(body.replace(/<script.*<\/script>/s, "")).not.toContain(email);
      const { body: otherVisitorsBody } = await createHttpVisitor(site).get(path);
      expect(textOf(otherVisitorsBody)).not.toContain("ist noch nicht aktiv");
    },
  );

  it.each([
    ["resend", "/de/registration/formfinished"],
    ["change-email", "/de/registration/formstarted"],
  ])("has buttons to resend the e-mail and to change the e-mail address: %s", async (intent, location) => {
    const { visitor } = await registerVisitor();
    const { body } = await visitor.get("/de");
    const [, noticeHtml = ""] = body.split('class="notice stack"');
    const formAction = attributeOf(noticeHtml, 'method="post"', "action") ?? "";
    const formToken = readHiddenField(noticeHtml, "formToken");
    const response = await visitor.oldBrowser.post(formAction, { formToken, intent });
    expect(response).toMatchObject({ status: 303, location });
  });
});

describe("visitor who has received no activation e-mail", () => {
  it.each(["/", "/sv"])("finds a link to the resend page at %s", async (path) => {
    const { body } = await createHttpVisitor(site).get(path);
    const [prefix = ""] = /^\/sv/.exec(path) ?? [];
    expect(linksIn(body)).toContain(`${prefix}/registration/resend`);
  });

  it("finds a link to the resend page after a failed sign-in", async () => {
    const visitor = createHttpVisitor(site);
    const { body } = await visitor.get("/de/login");
    expect(linksIn(body)).not.toContain("/de/registration/resend");
    const credentials = { email: `${crypto.randomUUID()}@example.com`, password: "wrong" };
    const formToken = readHiddenField(body, "formToken");
    const failedLogin = await visitor.post("/de/login", { ...credentials, formToken, returnTo: "" });
    expect(linksIn(failedLogin.body)).toContain("/de/registration/resend");
  });

  it.each([
    ["en", "If you mistyped your address, open your invitation again"],
    ["sv", "Om adressen blev fel öppnar du din inbjudan igen"],
  ])("finds advice about a mistyped e-mail address on the resend page: %s", async (locale, advice) => {
    const { body } = await createHttpVisitor(site).get(`/${locale}/registration/resend?done=sent`);
    expect(textOf(body)).toContain(advice);
  });
});
