import { beforeAll, describe, expect, it } from "vitest";
import { linksIn, textOf } from "../../support/html-text";
import { getSharedSite } from "../../support/shared-site";
import type { TestSite } from "../../support/velvetgate";
import { translatorFor } from "../../support/words";
import { readHiddenField, createHttpVisitor, type HttpVisitor } from "./http-visitor";

let site: TestSite;
beforeAll(async () => {
  site = await getSharedSite();
});

async function newMemberVisitor(email = "member@example.com"): Promise<HttpVisitor> {
  const visitor = createHttpVisitor(site);
  const { body } = await visitor.get("/de/login");
  const formToken = readHiddenField(body, "formToken");
  const credentials = { formToken, email, password: "velvetgate", returnTo: "/de/invite" };
  expect((await visitor.post("/de/login", credentials)).status).toBe(303);
  return visitor;
}

const extractHeader = (body: string) => /<header.*?<\/header>/s.exec(body)?.[0] ?? "";

describe("page header", () => {
  it.each([
    "/de",
    "/de/invite",
    "/de/products/quillane",
    "/de/error/404",
    "/de/registration/activateaccount?done=x",
  ])("shows the member's name at %s, but only to that member", async (path) => {
    const visitor = await newMemberVisitor();
    const previousPage = await createHttpVisitor(site).get(path);
    const memberPage = await visitor.get(path);
    expect(textOf(extractHeader(memberPage.body))).toMatch(/Angemeldet als \S+ Abmelden$/);
    expect(linksIn(extractHeader(memberPage.body))).not.toContain("/de/login");
    expect(memberPage.headers.get("Cache-Control")).toBe("no-store");
    const pageAfter = await createHttpVisitor(site).get(path);
    expect(textOf(extractHeader(pageAfter.body))).not.toContain("Abmelden");
    // A shared page is the same in each response. A personalized page has its own tokens in each response.
    if (!previousPage.body.includes("nonce")) expect(pageAfter.body).toBe(previousPage.body);
  });

  it("contains a logout button that works even in a browser that sends no Origin", async () => {
    const visitor = await newMemberVisitor();
    const { body } = await visitor.get("/de");
    const logoutResponse = await visitor.oldBrowser.post("/de/logout", {
      formToken: readHiddenField(extractHeader(body), "formToken"),
    });
    expect(logoutResponse).toMatchObject({ status: 303, location: "/de" });
    const { body: gate } = await visitor.get("/de");
    expect(linksIn(extractHeader(gate))).toContain("/de/login");
  });
});

describe("registration link opened by a member", () => {
  const memberNote = translatorFor("de")("registration:form.member");

  it.each(["/de/registration/formstarted?rc=WELCOME", "/de?rc=WELCOME"])(
    "shows a note to members, but not to other visitors: %s",
    async (path) => {
      const member = await newMemberVisitor();
      for (const { status, body } of [await member.get(path), await member.get(path)]) {
        expect([status, textOf(body).includes(memberNote)]).toEqual([200, true]);
        expect(linksIn(body)).toContain("/de/invite");
      }
      const otherVisitorsPage = await createHttpVisitor(site).get(path);
      expect(textOf(otherVisitorsPage.body)).not.toContain(memberNote);
    },
  );
});
