import { beforeAll, describe, expect, it } from "vitest";
import { sharedSite } from "../../support/shared-site";
import type { OpenSite } from "../../support/velvetgate";
import { filledForm, hiddenField, newHttpVisitor, type HttpVisitor } from "./http-visitor";

let site: OpenSite;
beforeAll(async () => {
  site = await sharedSite();
});

/** Returns the HTML of a page's main form. */
function mainForm(html: string): string {
  return /<form [^>]*id="main-form"[^]*?<\/form>/.exec(html)?.[0] ?? "";
}

/** Sends a form with one of its language buttons, as browsers without `form` and `formaction` do. */
function chooseLanguage(visitor: HttpVisitor, path: string, html: string, typed: Record<string, string>) {
  const form = mainForm(html);
  expect(form).toContain('value="sv"');
  return visitor.old.post(path, { ...typed, page: hiddenField(form, "page"), locale: "sv" });
}

describe("language buttons in a form", () => {
  it.each([
    ["/de/registration/resend", "/de/registration/resend"],
    ["/de/membership-interest/apply", "/de/membership-interest/apply"],
    ["/de?rc=WELCOME", "/de/registration/formstarted"],
  ])("keep an address that was typed on %s", async (page, action) => {
    const visitor = newHttpVisitor(site);
    const { body } = await visitor.get(page);
    const email = "typed@example.com";
    const away = await chooseLanguage(visitor, action, body, {
      email,
      formToken: hiddenField(body, "formToken"),
    });
    expect(away.status).toBe(303);
    expect(away.location?.replace("/?", "?")).toBe(page.replace("/de", "/sv"));
    expect((await visitor.get(away.location ?? "")).body).toContain(`value="${email}"`);
  });

  it("keep all values typed in the registration form", async () => {
    const visitor = newHttpVisitor(site);
    const path = "/de/registration/formstarted";
    const { body } = await visitor.get(`${path}?rc=WELCOME`);
    const away = await chooseLanguage(visitor, path, body, filledForm(body, "typed@example.com"));
    expect(away.location).toMatch(/^\/sv\/registration\/formstarted/);
    const shown = await visitor.get(away.location ?? "");
    expect(shown.body).toContain('lang="sv-SE"');
    for (const value of ["Zoë", "Berg", "typed@example.com"])
      expect(shown.body).toContain(`value="${value}"`);
    expect(shown.body).toMatch(/name="terms"[^>]* checked/);
    expect(await site.mailsTo("typed@example.com")).toEqual([]);
  });

  it("keep a typed code", async () => {
    const visitor = newHttpVisitor(site);
    const { body } = await visitor.get("/de");
    const away = await chooseLanguage(visitor, "/de", body, {
      registrationCode: "TYPED",
      intent: "check-code",
    });
    expect(away.status).toBe(303);
    expect((await visitor.get(away.location ?? "")).body).toContain('value="TYPED"');
  });

  it("work on a page without a field in its main form", async () => {
    const visitor = newHttpVisitor(site);
    const { body } = await visitor.get("/de/registration/resend?done=sent");
    const away = await chooseLanguage(visitor, "/language", body, {});
    expect(away.location).toBe("/sv/registration/resend?done=sent");
  });

  it("come after the form's default button", async () => {
    const { body } = await newHttpVisitor(site).get("/de/registration/formstarted?rc=WELCOME");
    const [first] = mainForm(body).match(/<button[^>]*>/g) ?? [];
    expect(first).not.toContain("locale");
  });

  it("do not change the language with a foreign form", async () => {
    const fields = { locale: "sv", returnTo: "/de/login" };
    const answer = await newHttpVisitor(site).old.post("/de/login", fields, {
      Origin: "https://evil.example",
    });
    expect(answer.status).toBe(403);
  });
});
