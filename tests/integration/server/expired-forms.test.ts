import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { localeCodes, type Locale } from "~/i18n/locales";
import { getTranslator } from "~/i18n/translator.server";
import { createTokenCrypto } from "~/crypto/sealing.server";
import { freePort } from "../../support/free-port";
import { startVelvetgate, type Velvetgate } from "../../support/velvetgate";
import {
  filledForm,
  readHiddenField,
  createHttpVisitor,
  type HttpResponse,
  type HttpVisitor,
} from "./http-visitor";

const secret = "the secret that signs every token of this test";
let site: Velvetgate;
beforeAll(async () => {
  site = await startVelvetgate({ env: { SESSION_SECRET: secret } });
});
afterAll(() => site.stop());

const formPath = "/de/registration/formstarted";
const translateGerman = getTranslator("de", "Velvetgate");
const expiredMessage = translateGerman("errors:expired.form");

/** Returns the fields that a browser submits with a page's form if the visitor changes nothing. */
function findUnsignedFields(html: string): Record<string, string> {
  return { rc: readHiddenField(html, "rc"), vt: readHiddenField(html, "vt") };
}

function createUniqueEmail(name: string): string {
  return `${name}-${crypto.randomUUID().slice(0, 8)}@example.com`;
}

function expectFormRedisplayed(response: HttpResponse, message = expiredMessage): void {
  expect(response.status).toBe(422);
  expect(response.body).toContain(message);
  expect(response.body).toMatch(/<title>(?:Error|Fehler)/);
  expect(readHiddenField(response.body, "formToken")).not.toBe("");
}

async function signInVisitor(email: string): Promise<HttpVisitor> {
  const visitor = createHttpVisitor(site);
  const credentials = { email, password: "velvetgate", returnTo: "/invite" };
  expect((await visitor.post("/de/login", credentials)).status).toBe(303);
  return visitor;
}

/** Returns a form token that is signed like the site's, but with another age or secret. */
function createFormToken(secrets: string, clock: () => Date): string {
  const form = { formId: crypto.randomUUID(), sid: crypto.randomUUID(), renderedAt: 0, code: "WELCOME" };
  return createTokenCrypto([secrets], clock).sign("form", form, 72 * 60 * 60);
}

type PostForm = (path: string, fields: Record<string, string>) => Promise<HttpResponse>;

const formSenders: [string, (visitor: HttpVisitor) => PostForm][] = [
  ["sends its origin", (visitor) => (path, fields) => visitor.post(path, fields)],
  ["does not send its origin", (visitor) => (path, fields) => visitor.oldBrowser.post(path, fields)],
  [
    "sends the origin null",
    (visitor) => (path, fields) =>
      visitor.oldBrowser.post(path, fields, { Origin: "null", "Sec-Fetch-Site": "same-origin" }),
  ],
];

describe.each(formSenders)("form with a rejected token, sent by a browser that %s", (_sender, createPost) => {
  it.each([
    ["damaged", () => Promise.resolve("damaged")],
    ["too old", () => createFormToken(secret, () => new Date(Date.now() - 73 * 60 * 60 * 1000))],
    [
      "signed with another secret",
      () => createFormToken("another secret, of a site before this one", () => new Date()),
    ],
  ])("appears again as the filled-in registration form if the token is %s", async (_reason, makeToken) => {
    const visitor = createHttpVisitor(site);
    const form = await visitor.get(`${formPath}?rc=WELCOME`);
    const email = createUniqueEmail("late");
    const fields = { ...filledForm(form.body, email), ...findUnsignedFields(form.body), intent: "default" };
    // Deletes the draft too, which would also have expired after 72 hours.
    visitor.cookies.delete("draft");
    const redisplayedPage = await createPost(visitor)(formPath, { ...fields, formToken: await makeToken() });
    expectFormRedisplayed(redisplayedPage);
    expect(redisplayedPage.body).toContain(`value="${email}"`);
    expect(redisplayedPage.body).toContain('value="Berg"');
    expect(redisplayedPage.body).toContain("Anna");
    expect(redisplayedPage.body).toMatch(/<input id="[^"]*" type="checkbox"[^>]*name="terms"[^>]*checked/);
    expect(await site.fetchMailsTo(email)).toEqual([]);

    const repeatedFields = { ...fields, formToken: readHiddenField(redisplayedPage.body, "formToken") };
    expect(await createPost(visitor)(formPath, repeatedFields)).toMatchObject({
      status: 303,
      location: "/de/registration/formfinished",
    });
    expect(await site.fetchMailsTo(email)).toHaveLength(1);
  });

  it.each(["/de/membership-interest/apply", "/de/registration/resend"])(
    "appears again on the page %s with the typed values",
    async (path) => {
      const visitor = createHttpVisitor(site);
      await visitor.get(path);
      const email = createUniqueEmail("again");
      const redisplayedPage = await createPost(visitor)(path, { formToken: "damaged", email });
      expectFormRedisplayed(redisplayedPage);
      expect(redisplayedPage.body).toContain(`value="${email}"`);
      const fields = { formToken: readHiddenField(redisplayedPage.body, "formToken"), email };
      expect((await createPost(visitor)(path, fields)).status).toBe(303);
    },
  );

  it("appears again as the login form without the password, and sets no token cookie", async () => {
    const visitor = createHttpVisitor(site);
    await visitor.get("/de/login");
    const credentials = { email: "member@example.com", password: "velvetgate", returnTo: "/de/invite" };
    const redisplayedPage = await createPost(visitor)("/de/login", { ...credentials, formToken: "damaged" });
    expectFormRedisplayed(redisplayedPage, translateGerman("errors:expired.password"));
    expect(redisplayedPage.body).toContain('value="member@example.com"');
    expect(redisplayedPage.body).not.toContain('value="velvetgate"');
    expect(visitor.cookies.has("auth.token")).toBe(false);
    const repeatedFields = { ...credentials, formToken: readHiddenField(redisplayedPage.body, "formToken") };
    expect(await createPost(visitor)("/de/login", repeatedFields)).toMatchObject({
      status: 303,
      location: "/de/invite",
    });
  });

  it("logs the visitor out only after the redisplayed form is submitted", async () => {
    const visitor = await signInVisitor("member@example.com");
    const redisplayedPage = await createPost(visitor)("/de/logout", { formToken: "damaged" });
    expectFormRedisplayed(redisplayedPage);
    expect(visitor.cookies.has("auth.token")).toBe(true);
    const logoutResponse = await createPost(visitor)("/de/logout", {
      formToken: readHiddenField(redisplayedPage.body, "formToken"),
    });
    expect(logoutResponse).toMatchObject({ status: 303, location: "/de" });
    expect(visitor.cookies.has("auth.token")).toBe(false);
  });

  it.each<[string, Record<string, string>]>([
    ["registrationlinkgenerator", { registrationCode: "WELCOME" }],
    ["splitgenerator", { label: "Autumn", "target-1": "/social", "weight-1": "3", "target-2": "/daba" }],
  ])("appears again with the typed values on the admin page %s", async (name, fields) => {
    const visitor = await signInVisitor("admin@example.com");
    const path = `/de/admin/${name}`;
    await visitor.get(path);
    const redisplayedPage = await createPost(visitor)(path, { ...fields, formToken: "damaged" });
    expectFormRedisplayed(redisplayedPage);
    for (const value of Object.values(fields)) expect(redisplayedPage.body).toContain(`value="${value}"`);
    const repeatedFields = {
      ...fields,
      "weight-2": "1",
      formToken: readHiddenField(redisplayedPage.body, "formToken"),
    };
    expect((await createPost(visitor)(path, repeatedFields)).status).toBe(200);
  });

  it("activates the account only after a second click on the button", async () => {
    const visitor = createHttpVisitor(site);
    const email = createUniqueEmail("activated");
    const form = await visitor.get(`${formPath}?rc=WELCOME`);
    await visitor.post(formPath, filledForm(form.body, email));
    const [mail] = await site.fetchMailsTo(email);
    const link = mail?.links.find((mailLink) => mailLink.includes("accountActivationId")) ?? "";
    const path = link.replace(site.origin, "");
    const page = await visitor.get(path);
    const accountActivationId = readHiddenField(page.body, "accountActivationId");
    const redisplayedPage = await createPost(visitor)(path, { accountActivationId, formToken: "damaged" });
    expectFormRedisplayed(redisplayedPage);
    const repeatedFields = {
      accountActivationId,
      formToken: readHiddenField(redisplayedPage.body, "formToken"),
    };
    expect((await createPost(visitor)(path, repeatedFields)).location).toContain("done=activated");
  });

  it.each(["formfinished", "registrationformemailpendingcomplete"])(
    "appears again with the buttons of the page %s, with or without the draft",
    async (name) => {
      const visitor = createHttpVisitor(site);
      const email = createUniqueEmail("waiting");
      const form = await visitor.get(`${formPath}?rc=WELCOME`);
      await visitor.post(formPath, filledForm(form.body, email));
      const path = `/de/registration/${name}`;
      const page = await visitor.get(path);
      const fields = { email: readHiddenField(page.body, "email"), ...findUnsignedFields(page.body) };
      const sendForm = (intent: string, formToken = "damaged") =>
        createPost(visitor)(path, { ...fields, intent, formToken });
      const redisplayedPage = await sendForm("resend");
      expectFormRedisplayed(redisplayedPage);
      expect(redisplayedPage.body).toContain(email);
      expect(await site.fetchMailsTo(email)).toHaveLength(1);

      visitor.cookies.delete("draft");
      const draftlessPage = await sendForm("change-email");
      expectFormRedisplayed(draftlessPage);
      expect(draftlessPage.body).toContain(email);
      const formToken = readHiddenField(draftlessPage.body, "formToken");
      const emailChange = await sendForm("change-email", formToken);
      expect(emailChange.location).toBe(formPath);
      expect((await visitor.get(formPath)).body).toContain(`value="${email}"`);
    },
  );
});

describe("registration form submitted after its token expired", () => {
  async function postExpiredForm(
    visitor: HttpVisitor,
    unsignedValues: Record<string, string>,
    intent = "default",
  ) {
    const form = await visitor.get(`${formPath}?rc=WELCOME`);
    visitor.cookies.delete("draft");
    const fields = filledForm(form.body, createUniqueEmail("plain"));
    return visitor.post(formPath, { ...fields, ...unsignedValues, intent, formToken: "damaged" });
  }

  it("leads to the deny page if the code in its unsigned field is unusable", async () => {
    const visitor = createHttpVisitor(site);
    for (const [rc, reason] of [
      ["EXPIRED", "expired"],
      ["EMPTY", "no-balance"],
      ["UNKNOWN", "invalid"],
    ])
      expect(await postExpiredForm(visitor, { rc: rc ?? "" })).toMatchObject({
        status: 303,
        location: `/de/registration/deny?reason=${reason}`,
      });
  });

  it("uses its own invitation even if another tab has opened a different invitation", async () => {
    const visitor = createHttpVisitor(site);
    const form = await visitor.get(`${formPath}?rc=WELCOME`);
    await visitor.get(`${formPath}?rc=VIP2026`);
    const fields = {
      ...filledForm(form.body, createUniqueEmail("tabs")),
      ...findUnsignedFields(form.body),
      intent: "default",
    };
    const redisplayedPage = await visitor.post(formPath, { ...fields, formToken: "damaged" });
    expect(redisplayedPage.body).toContain("Anna");
    expect(redisplayedPage.body).not.toContain("Noah");
  });

  it("uses the code in the signed token instead of a different unsigned code", async () => {
    const visitor = createHttpVisitor(site);
    const form = await visitor.get(`${formPath}?rc=VIP2026`);
    const fields = filledForm(form.body, createUniqueEmail("other"));
    const redisplayedPage = await visitor.post(formPath, {
      ...fields,
      firstname: "",
      rc: "WELCOME",
      intent: "default",
    });
    expect(redisplayedPage.status).toBe(422);
    expect(redisplayedPage.body).toContain("Noah");
  });

  it("keeps the typed values if the form was the first step on the landing page", async () => {
    const visitor = createHttpVisitor(site);
    const page = await visitor.get("/de?rc=WELCOME");
    const email = createUniqueEmail("first-step");
    const fields = { ...findUnsignedFields(page.body), legalTexts: readHiddenField(page.body, "legalTexts") };
    visitor.cookies.delete("draft");
    const contactFields = { ...fields, email, country: "FR", intent: "defaultStep1", formToken: "damaged" };
    const redisplayedPage = await visitor.post(formPath, contactFields);
    expectFormRedisplayed(redisplayedPage);
    expect(redisplayedPage.body).toContain(`value="${email}"`);
    expect(redisplayedPage.body).toMatch(/<option value="FR" selected/);
  });

  it("keeps its invitation after a language change", async () => {
    const visitor = createHttpVisitor(site);
    const form = await visitor.get(`${formPath}?rc=WELCOME`);
    visitor.cookies.delete("draft");
    const email = createUniqueEmail("language");
    const fields = {
      ...filledForm(form.body, email),
      ...findUnsignedFields(form.body),
      formToken: "damaged",
    };
    const languageChangeResponse = await visitor.post("/language", {
      ...fields,
      locale: "sv",
      returnTo: formPath,
    });
    expect(languageChangeResponse.location).toBe("/sv/registration/formstarted");
    const swedishForm = await visitor.get(languageChangeResponse.location ?? "");
    expect(swedishForm.status).toBe(200);
    expect(swedishForm.body).toContain(`value="${email}"`);
  });
});

describe("message about an expired form", () => {
  it.each(localeCodes)("uses the page's language: %s", async (locale: Locale) => {
    const t = getTranslator(locale, "Velvetgate");
    const visitor = createHttpVisitor(site);
    const resendResponse = await visitor.post(`/${locale}/registration/resend`, {
      formToken: "x",
      email: "a@b.de",
    });
    expect(resendResponse.body).toContain(t("errors:expired.form"));
    const loginResponse = await visitor.post(`/${locale}/login`, {
      formToken: "x",
      email: "a",
      password: "b",
    });
    expect(loginResponse.body).toContain(t("errors:expired.password"));
  });
});

describe("form submitted from another site", () => {
  it.each([
    { Origin: "https://evil.example" },
    { Origin: "null" },
    { Origin: "null", "Sec-Fetch-Site": "cross-site" },
    { "Sec-Fetch-Site": "cross-site" },
  ])("gets 403 with the headers %j, with or without a valid token", async (headers) => {
    const visitor = createHttpVisitor(site);
    const page = await visitor.get("/de/login");
    for (const formToken of [readHiddenField(page.body, "formToken"), "damaged", ""]) {
      const fields = { formToken, email: "member@example.com", password: "velvetgate" };
      const response = await visitor.oldBrowser.post("/de/login", fields, headers);
      expect(response.status).toBe(403);
      expect(response.body).toContain(translateGerman("errors:forbidden.heading"));
    }
  });
});

describe("cross-site form from a browser that sends neither Origin nor cookies", () => {
  it("does not log out the visitor", async () => {
    const token = readHiddenField(
      (await createHttpVisitor(site).get("/de/registration/resend")).body,
      "formToken",
    );
    const redisplayedPage = await createHttpVisitor(site, {}, false).oldBrowser.post("/de/logout", {
      formToken: token,
    });
    expect(redisplayedPage.status).toBe(422);
    expect(redisplayedPage.headers.getSetCookie().join()).not.toContain("auth.token");
  });
});

it("form of unknown origin does not replace the draft", async () => {
  const visitor = createHttpVisitor(site);
  await visitor.get(`${formPath}?rc=WELCOME`);
  const draftCookie = visitor.cookies.get("draft");
  const fields = { formToken: "x", email: createUniqueEmail("foreign"), intent: "resend" };
  expect((await visitor.oldBrowser.post("/de/registration/formfinished", fields)).status).toBe(422);
  expect(visitor.cookies.get("draft")).toBe(draftCookie);
});

it("rejected form changes no cookies", async () => {
  const rejectedResponse = await createHttpVisitor(site).post("/de", {}, { Origin: "https://evil.example" });
  expect(rejectedResponse.status).toBe(403);
  expect(rejectedResponse.headers.getSetCookie()).toEqual([]);
});

it.each(["", "xx"])(
  "form with the invalid value %j of the language button is processed without a language change",
  async (locale) => {
    const visitor = createHttpVisitor(site);
    const form = await visitor.get(`${formPath}?rc=WELCOME`);
    const redisplayedPage = await visitor.post(formPath, { ...filledForm(form.body, "no address"), locale });
    expect(redisplayedPage.status).toBe(422);
    expect(redisplayedPage.body).toContain('value="no address"');
  },
);

it("server logs once that form tokens are signed with another secret, and counts such forms", async () => {
  const metricsPort = await freePort();
  const siteWithMetrics = await startVelvetgate({ env: { METRICS_PORT: String(metricsPort) } });
  onTestFinished(async () => {
    await siteWithMetrics.stop();
  });
  for (let times = 0; times < 3; times += 1) {
    const formToken = createFormToken("another secret, of another instance", () => new Date());
    await createHttpVisitor(siteWithMetrics).post("/de/membership-interest/apply", {
      formToken,
      email: createUniqueEmail("other"),
    });
  }
  await expect.poll(() => siteWithMetrics.log()).toContain('"variable":"SESSION_SECRET"');
  expect(siteWithMetrics.log().match(/all instances need the same SESSION_SECRET/g)).toHaveLength(1);
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  expect(metrics).toMatch(/^velvetgate_foreign_tokens_total 3$/m);
});
