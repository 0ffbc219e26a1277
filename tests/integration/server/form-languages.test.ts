import { beforeAll, describe, expect, it } from "vitest";
import { getSharedSite } from "../../support/shared-site";
import type { TestSite } from "../../support/velvetgate";
import { filledForm, readHiddenField, createHttpVisitor, type HttpVisitor } from "./http-visitor";

let site: TestSite;
beforeAll(async () => {
  site = await getSharedSite();
});

/** Returns the HTML of a page's main form. */
function findMainForm(html: string): string {
  return /<form [^>]*id="main-form"[^]*?<\/form>/.exec(html)?.[0] ?? "";
}

/** Submits a form with a language button of `FormLanguages`, as browsers without `form` and `formaction` do. */
function chooseLanguage(
  visitor: HttpVisitor,
  path: string,
  html: string,
  typedFields: Record<string, string>,
) {
  const form = findMainForm(html);
  expect(form).toContain('value="sv"');
  return visitor.oldBrowser.post(path, { ...typedFields, page: readHiddenField(form, "page"), locale: "sv" });
}

describe("language buttons in a form", () => {
  it.each([
    ["/de/registration/resend", "/de/registration/resend"],
    ["/de/membership-interest/apply", "/de/membership-interest/apply"],
    ["/de?rc=WELCOME", "/de/registration/formstarted"],
  ])("keep the e-mail address that was typed on %s", async (page, formAction) => {
    const visitor = createHttpVisitor(site);
    const { body } = await visitor.get(page);
    const email = "typed@example.com";
    const languageChange = await chooseLanguage(visitor, formAction, body, {
      email,
      formToken: readHiddenField(body, "formToken"),
    });
    expect(languageChange.status).toBe(303);
    expect(languageChange.location?.replace("/?", "?")).toBe(page.replace("/de", "/sv"));
    expect((await visitor.get(languageChange.location ?? "")).body).toContain(`value="${email}"`);
  });

  it("keep all values that were typed in the registration form", async () => {
    const visitor = createHttpVisitor(site);
    const path = "/de/registration/formstarted";
    const { body } = await visitor.get(`${path}?rc=WELCOME`);
    const languageChange = await chooseLanguage(visitor, path, body, filledForm(body, "typed@example.com"));
    expect(languageChange.location).toMatch(/^\/sv\/registration\/formstarted/);
    const swedishForm = await visitor.get(languageChange.location ?? "");
    expect(swedishForm.body).toContain('lang="sv-SE"');
    for (const value of ["Zoë", "Berg", "typed@example.com"])
      expect(swedishForm.body).toContain(`value="${value}"`);
    expect(swedishForm.body).toMatch(/name="terms"[^>]* checked/);
    expect(await site.fetchMailsTo("typed@example.com")).toEqual([]);
  });

  it("keep a code that was typed on the landing page", async () => {
    const visitor = createHttpVisitor(site);
    const { body } = await visitor.get("/de");
    const languageChange = await chooseLanguage(visitor, "/de", body, {
      registrationCode: "TYPED",
      intent: "check-code",
    });
    expect(languageChange.status).toBe(303);
    expect((await visitor.get(languageChange.location ?? "")).body).toContain('value="TYPED"');
  });

  it("lead to the same page in the new language if the main form has no input fields", async () => {
    const visitor = createHttpVisitor(site);
    const { body } = await visitor.get("/de/registration/resend?done=sent");
    const languageChange = await chooseLanguage(visitor, "/language", body, {});
    expect(languageChange.location).toBe("/sv/registration/resend?done=sent");
  });

  it("come after the form's submit button, so that the Enter key does not change the language", async () => {
    const { body } = await createHttpVisitor(site).get("/de/registration/formstarted?rc=WELCOME");
    const [firstButton] = findMainForm(body).match(/<button[^>]*>/g) ?? [];
    expect(firstButton).not.toContain("locale");
  });

  it("do not change the language if another site submits the form", async () => {
    const fields = { locale: "sv", returnTo: "/de/login" };
    const response = await createHttpVisitor(site).oldBrowser.post("/de/login", fields, {
      Origin: "https://evil.example",
    });
    expect(response.status).toBe(403);
  });
});
