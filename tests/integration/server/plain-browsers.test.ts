import { beforeAll, describe, expect, it } from "vitest";
import { textOf } from "../../support/html-text";
import { getSharedSite } from "../../support/shared-site";
import type { TestSite } from "../../support/velvetgate";
import { filledForm, readHiddenField, createHttpVisitor } from "./http-visitor";

let site: TestSite;
beforeAll(async () => {
  site = await getSharedSite();
});

/** The pages to test, by name. A browser without styles must show all of their content. */
const pages: Record<string, () => Promise<string>> = {
  gate: async () => (await createHttpVisitor(site).get("/de")).body,
  "open gate": async () => (await createHttpVisitor(site).get("/de?rc=WELCOME")).body,
  form: async () => (await createHttpVisitor(site).get("/de/registration/formstarted?rc=WELCOME")).body,
  refusal: async () => (await createHttpVisitor(site).get("/de/registration/deny?reason=no-balance")).body,
  login: async () => (await createHttpVisitor(site).get("/de/login")).body,
  async finishedPage() {
    const visitor = createHttpVisitor(site);
    const form = await visitor.get("/de/registration/formstarted?rc=WELCOME");
    const fields = filledForm(form.body, `${crypto.randomUUID()}@example.com`);
    return (await visitor.followRedirect(await visitor.post("/de/registration/formstarted", fields))).body;
  },
  async invitations() {
    const visitor = await signInVisitor("member@example.com");
    return (await visitor.get("/de/invite")).body;
  },
  async links() {
    const visitor = await signInVisitor("admin@example.com");
    const path = "/de/admin/registrationlinkgenerator";
    const { body } = await visitor.get(path);
    const fields = { formToken: readHiddenField(body, "formToken"), registrationCode: "WELCOME" };
    return (await visitor.post(path, fields)).body;
  },
};

async function signInVisitor(email: string) {
  const visitor = createHttpVisitor(site);
  await visitor.post("/de/login", { email, password: "velvetgate", returnTo: "/de/invite" });
  return visitor;
}

describe.each(Object.entries(pages))("page %s without styles and scripts", (_name, openPage) => {
  let html: string;
  beforeAll(async () => {
    html = (await openPage()).replaceAll(/<script.*?<\/script>/gs, "");
  });

  it("has a text label on every button", () => {
    const buttons = [...html.matchAll(/<button[^>]*>(.*?)<\/button>/gs)].map(([, label = ""]) =>
      textOf(label),
    );
    const inputs = [...html.matchAll(/<input type="submit"[^>]*>/g)].map(([input]) => input);
    expect(buttons).not.toContain("");
    expect(inputs.filter((input) => !/ value="[^"]+"/.test(input))).toEqual([]);
  });

  it("has no buttons that require a script", () => {
    expect(html).not.toMatch(/<button type="button"/);
  });

  it("has white space between neighboring buttons and links", () => {
    expect(html.match(/<\/(?:a|button)><(?:a|button)\b|<\/span><(?:a|button)\b/g)).toBeNull();
  });

  it("shows the full URL of each link that the visitor can copy", () => {
    const fields = [
      ...html.matchAll(
        /<input[^>]*readonly=""[^>]*value="([^"]*)"|<input[^>]*value="([^"]*)"[^>]*readonly=""/gi,
      ),
    ];
    for (const [, valueAfterReadonly, valueBeforeReadonly] of fields)
      expect(html).toContain(`>${valueAfterReadonly ?? valueBeforeReadonly ?? ""}</a>`);
    if (html.includes("copy-field")) expect(fields.length).toBeGreaterThan(0);
  });
});

it("styles for browsers without @supports leave the language list in document order", async () => {
  const { body } = await createHttpVisitor(site).get("/de/registration/formstarted?rc=WELCOME");
  const [, styles = ""] = /<style[^>]*>(.*?)<\/style>/s.exec(body) ?? [];
  // NetSurf supports `position` but neither `inset` nor `@supports`, and would draw the page's elements on top of each
  // other.
  const supportedStyles = styles.replaceAll(/@supports[^{]*\{(?:[^{}]*\{[^{}]*\})*\}/g, "");
  expect(supportedStyles.length).toBeLessThan(styles.length);
  for (const selector of [".languages ul", ".skip-link", ".visually-hidden"])
    for (const [rule] of supportedStyles.matchAll(/[^{}]*\{[^{}]*\}/g))
      if (rule.includes(selector)) expect(rule).not.toContain("position:absolute");
});
