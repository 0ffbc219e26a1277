import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { serializeVisitor } from "~/experiments/visitor-cookie";
import { readHiddenField, createHttpVisitor, type HttpVisitor } from "../server/http-visitor";
import { pageEventsIn } from "../../support/page-events";
import { startVelvetgate, type Velvetgate } from "../../support/velvetgate";
import { createExperiment, startFeaturesServer, type FeaturesServer } from "../../support/features-server";

const layouts = ["right-double-column", "center-single-column", "only-mobile"] as const;

let server: FeaturesServer;
let site: Velvetgate;
beforeAll(async () => {
  server = await startFeaturesServer({
    "landing-layout": createExperiment("layout", layouts, [0.34, 0.33, 0.33]),
    "registration-flow": createExperiment("flow", ["default", "lean"], [0, 1]),
    "seasonal-banner": { defaultValue: "none" },
  });
  site = await startVelvetgate({ env: { FEATURES_URL: server.url, FEATURES_CLIENT_KEY: "sdk-key" } });
});
afterAll(async () => {
  await site.stop();
  await server.stop();
});

const findLayout = (html: string) => layouts.find((layout) => html.includes(`data-variant="${layout}"`));
const isSharedPage = (html: string) => !html.includes(" nonce=");

function createConsentingVisitor(consent = "a1m0"): HttpVisitor {
  const visitor = createHttpVisitor(site);
  visitor.cookies.set("consent", consent);
  return visitor;
}

/** Returns a visitor with a cookie in which the site has assigned this variation of the experiment. */
function createAssignedVisitor(variationIndex: number, id = "0123456789abcdef"): HttpVisitor {
  const visitor = createConsentingVisitor();
  const assignments = { layout__0: String(variationIndex), flow__0: "1" };
  visitor.cookies.set("visitor", serializeVisitor({ id, assignedVariations: assignments, values: {} }));
  return visitor;
}

describe("experiments", () => {
  it("show the default variant without consent, and store nothing", async () => {
    for (const visitor of [createHttpVisitor(site), createConsentingVisitor("a0m1")]) {
      for (let visit = 0; visit < 5; visit += 1)
        expect(findLayout((await visitor.get("/de")).body)).toBe("right-double-column");
      expect([...visitor.cookies.keys()].filter((name) => name === "visitor" || name === "variants")).toEqual(
        [],
      );
    }
  });

  it("assign a variant on a consenting visitor's first page, and later serve the variant's shared page", async () => {
    const shownLayouts = new Set<string | undefined>();
    for (let visitorIndex = 0; visitorIndex < 20; visitorIndex += 1) {
      const visitor = createConsentingVisitor();
      const firstPage = await visitor.get("/de");
      const layout = findLayout(firstPage.body);
      shownLayouts.add(layout);
      expect(isSharedPage(firstPage.body)).toBe(false);
      expect(firstPage.headers.get("Cache-Control")).toBe("no-store");
      const cookie = firstPage.headers.getSetCookie().find((line) => line.startsWith("visitor="));
      expect(cookie).toMatch(/^visitor=[\w-]+; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/);
      const secondPage = await visitor.get("/de");
      expect([findLayout(secondPage.body), isSharedPage(secondPage.body)]).toEqual([layout, true]);
      const variation = String(layouts.findIndex((name) => name === layout));
      const assignEvent = { event: "assign_experiment", experiment: "layout", variation };
      expect(pageEventsIn(firstPage.body)).toContainEqual(assignEvent);
      expect(pageEventsIn(secondPage.body)).toEqual([{ event: "landing_welcome_registration" }]);
      expect(secondPage.headers.getSetCookie()).toEqual([]);
    }
    expect([...shownLayouts].sort()).toEqual([...layouts].sort());
  });

  it("also apply to the registration form", async () => {
    const visitor = createAssignedVisitor(0);
    const form = await visitor.get("/de/registration/formstarted?rc=WELCOME");
    expect(readHiddenField(form.body, "intent")).toBe("leanStep1");
    const pageWithoutConsent = await createHttpVisitor(site).get("/de/registration/formstarted?rc=WELCOME");
    expect(readHiddenField(pageWithoutConsent.body, "intent")).toBe("default");
  });

  it("end when consent is withdrawn, and even a cached next page deletes the visitor cookie", async () => {
    for (const path of ["/de", "/de/info/terms"]) {
      const visitor = createAssignedVisitor(2);
      visitor.cookies.set("consent", "a0m0");
      const page = await visitor.get(path);
      expect(visitor.cookies.has("visitor")).toBe(false);
      expect(findLayout(page.body)).toBe(path === "/de" ? "right-double-column" : undefined);
      expect(isSharedPage((await visitor.get(path)).body)).toBe(true);
    }
  });

  it("assign no variant in responses that are not pages", async () => {
    const visitor = createConsentingVisitor();
    await visitor.get("/de/registration/formstarted");
    await visitor.get("/de/nowhere/at-all");
    await visitor.post("/language", { locale: "de", returnTo: "/" });
    expect(visitor.cookies.has("visitor")).toBe(false);
  });
});

describe("shared pages of a variant", () => {
  it("have the same bytes for every visitor, and contain no data of any visitor", async () => {
    const personalText = "Kanarienvogel";
    for (const [variation, layout] of layouts.entries()) {
      const firstPage = await createAssignedVisitor(variation).get("/de");
      const visitor = createAssignedVisitor(variation, "KanarienvogelABC");
      visitor.cookies.set("tz", personalText);
      visitor.cookies.set("sid", personalText);
      const secondPage = await visitor.get("/de?utm_source=Kanarienvogel", {
        "Sec-CH-UA-Mobile": "?1",
        From: personalText,
      });
      expect([findLayout(firstPage.body), findLayout(secondPage.body)]).toEqual([layout, layout]);
      expect(isSharedPage(firstPage.body)).toBe(true);
      expect(secondPage.body).toBe(firstPage.body);
      expect(secondPage.body + JSON.stringify([...secondPage.headers])).not.toContain(personalText);
      const etag = firstPage.headers.get("ETag") ?? "";
      expect((await createAssignedVisitor(variation).get("/de", { "If-None-Match": etag })).status).toBe(304);
      expect(
        (await createAssignedVisitor((variation + 1) % 3).get("/de", { "If-None-Match": etag })).status,
      ).toBe(200);
    }
  });

  it("exist only for the landing page, while all other pages are the same for every variant", async () => {
    const [one, otherPage] = [
      await createAssignedVisitor(0).get("/de/info/terms"),
      await createAssignedVisitor(2).get("/de/info/terms"),
    ];
    expect(isSharedPage(one.body)).toBe(true);
    expect(otherPage.body).toBe(one.body);
  });
});

describe("query ?disablegb=true", () => {
  it("turns experiments off for the visit until ?disablegb=false", async () => {
    const visitor = createAssignedVisitor(2);
    const pageWithoutVariants = await visitor.get("/de?disablegb=true");
    expect([findLayout(pageWithoutVariants.body), isSharedPage(pageWithoutVariants.body)]).toEqual([
      "right-double-column",
      true,
    ]);
    expect(pageWithoutVariants.headers.getSetCookie()).toContain(
      "variants=off; Path=/; HttpOnly; SameSite=Lax",
    );
    expect(findLayout((await visitor.get("/de")).body)).toBe("right-double-column");
    const form = await visitor.get("/de/registration/formstarted?rc=WELCOME");
    expect(readHiddenField(form.body, "intent")).toBe("default");
    const nextVisitor = createAssignedVisitor(2);
    nextVisitor.cookies.set("variants", "off");
    expect(findLayout((await nextVisitor.get("/de?disablegb=false")).body)).toBe("only-mobile");
    expect(nextVisitor.cookies.has("variants")).toBe(false);
  });

  it("stores no cookie except the variants cookie, and assigns no experiment", async () => {
    const visitor = createConsentingVisitor();
    await visitor.get("/?disablegb=true");
    expect([...visitor.cookies.keys()].sort()).toEqual(["consent", "variants"]);
  });
});

describe("preview link of an administrator", () => {
  async function signInAdmin(): Promise<HttpVisitor> {
    const visitor = createHttpVisitor(site, { "X-Forwarded-For": "203.0.113.9" });
    const { body } = await visitor.get("/login");
    const adminCredentials = { email: "admin@example.com", password: "velvetgate" };
    await visitor.post("/login", {
      ...adminCredentials,
      returnTo: "/",
      formToken: readHiddenField(body, "formToken"),
    });
    return visitor;
  }

  async function createPreviewLink(choices: Record<string, string>): Promise<string> {
    const visitor = await signInAdmin();
    const { body } = await visitor.get("/admin/splitgenerator");
    const formToken = readHiddenField(body, "formToken");
    const page = await visitor.post("/admin/splitgenerator", { formToken, intent: "preview", ...choices });
    expect(page.status).toBe(200);
    const link = /value="[^"]*(\/\?preview=[\w.-]+)"/.exec(page.body)?.[1] ?? "";
    expect(link).not.toBe("");
    return link;
  }

  it("shows the selected variants to any visitor for the whole visit, and stores nothing except the selection", async () => {
    const link = await createPreviewLink({
      "landing-layout": "only-mobile",
      "registration-flow": "lean",
      headline: "",
    });
    for (const visitor of [createHttpVisitor(site), createAssignedVisitor(1)]) {
      const cookiesBefore = new Set(visitor.cookies.keys());
      const page = await visitor.get(link);
      expect([page.status, findLayout(page.body), isSharedPage(page.body)]).toEqual([
        200,
        "only-mobile",
        false,
      ]);
      expect(page.headers.get("Cache-Control")).toBe("no-store");
      expect(pageEventsIn(page.body)).toEqual([]);
      expect(findLayout((await visitor.get("/de")).body)).toBe("only-mobile");
      const form = await visitor.get("/de/registration/formstarted?rc=WELCOME");
      expect(readHiddenField(form.body, "intent")).toBe("leanStep1");
      expect(visitor.cookies.get("variants")).toBe(link.split("=")[1]);
      expect([...visitor.cookies.keys()].filter((name) => !cookiesBefore.has(name)).sort()).not.toContain(
        "visitor",
      );
    }
    expect(findLayout((await createHttpVisitor(site).get("/de")).body)).toBe("right-double-column");
  });

  it.each([
    ["cut", (token: string) => token.slice(0, -3)],
    [
      "of other choices",
      (token: string) => `${Buffer.from("{}").toString("base64url")}.${token.split(".")[1]}`,
    ],
    ["empty", () => ""],
  ])("shows no variants if its token is %s", async (_description, changeToken) => {
    const link = await createPreviewLink({ "landing-layout": "only-mobile" });
    const visitor = createHttpVisitor(site);
    const page = await visitor.get(`/de?preview=${changeToken(link.split("=")[1] ?? "")}`);
    expect([page.status, findLayout(page.body)]).toEqual([200, "right-double-column"]);
    expect(visitor.cookies.has("variants")).toBe(false);
  });

  it("cannot be created by an anonymous visitor", async () => {
    const response = await createHttpVisitor(site).post("/admin/splitgenerator", {
      formToken: "",
      intent: "preview",
      "landing-layout": "only-mobile",
    });
    expect(response.body).not.toContain("preview=");
  });
});

it("site applies changed features, and keeps the last features while the features service is unreachable", async () => {
  const visitor = createHttpVisitor(site);
  expect((await visitor.get("/sv")).body).toContain("right-double-column");
  server.setFeatures({ "landing-layout": { defaultValue: "only-mobile" } });
  await expect.poll(async () => findLayout((await visitor.get("/sv")).body)).toBe("only-mobile");
  await server.stopListening();
  expect(findLayout((await visitor.get("/sv")).body)).toBe("only-mobile");
  await server.listenAgain();
});
