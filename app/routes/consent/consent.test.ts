import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createRequestContext } from "~/request/context.server";
import { saveDraft, readDraft } from "~/request/draft.server";
import { takeFlash } from "~/request/flash.server";
import { saveInvitation } from "~/request/invitation.server";
import * as consent from "~/routes/consent/route";
import { startClub, type Club } from "../../../tests/support/route-context";
import { newVisitor, type Visitor } from "../../../tests/support/visitor";
import { createResponseCookies } from "~/request/response-cookies.server";
import { requestInfoOf } from "../../../tests/support/request-info";

let club: Club;
beforeAll(async () => {
  club = await startClub();
});
afterAll(() => club.stop());

it.each([
  [{ analytics: "on", marketing: "on" }, "a1m1"],
  [{ analytics: "on", marketing: "off" }, "a1m0"],
  [{ marketing: "on" }, "a0m1"],
  [{ analytics: "1; Path=/" }, "a0m0"],
  [{}, "a0m0"],
  [{ choice: "selection", marketing: "on" }, "a0m1"],
  [{ choice: "all" }, "a1m1"],
  [{ choice: "none", analytics: "on", marketing: "on" }, "a0m0"],
  [{ choice: "ALL", analytics: "on" }, "a1m0"],
])("consent form stores the choice %j as %s for a year, and redirects back", async (choice, value) => {
  const fields = { ...choice, returnTo: "/de/invite?x=1" };
  const response = await newVisitor(club).post(consent, "/de/consent", fields);
  expect(response).toMatchObject({ status: 303, location: "/de/invite?x=1" });
  expect(response.headers.getSetCookie()).toContain(
    `__Host-consent=${value}; Max-Age=31536000; Path=/; Secure; SameSite=Lax`,
  );
});

it("consent form does not redirect to another site", async () => {
  const response = await newVisitor(club).post(consent, "/consent", { returnTo: "https://evil.example" });
  expect(response.location).toBe("/");
});

/** Returns a visitor that has saved a privacy choice and has not opened a page since then. */
async function chooseConsent(): Promise<Visitor> {
  const visitor = newVisitor(club);
  await visitor.post(consent, "/consent", { choice: "all" });
  return visitor;
}

/** Returns the request context of the visitor's next page. */
function createNextPageContext({ cookies }: Visitor, isData = false) {
  const cookie = [...cookies].map((cookiePair) => cookiePair.join("=")).join("; ");
  return createRequestContext(club.services, requestInfoOf(isData ? "/de.data" : "/de", { cookie }));
}

describe("one-time message about the saved privacy choice", () => {
  it("appears once, and makes the page that shows the message personalized", async () => {
    const page = createNextPageContext(await chooseConsent());
    expect(await takeFlash(page)).toBe("Ihre Auswahl ist gespeichert.");
    expect(page.privacy).toBe("personal");
    expect(createResponseCookies(page).join()).toMatch(/^__Host-draft=; Max-Age=0;/);
  });

  it("does not appear if the visitor made no choice", async () => {
    const page = createNextPageContext(newVisitor(club));
    expect(await takeFlash(page)).toBeUndefined();
    expect([page.privacy, createResponseCookies(page)]).toEqual(["public", []]);
  });

  it("remains stored when a script requests page data", async () => {
    const page = createNextPageContext(await chooseConsent(), true);
    expect(await takeFlash(page)).toBeUndefined();
    expect(createResponseCookies(page)).toEqual([]);
  });

  it("does not delete one-time messages that belong to other pages", async () => {
    const page = createNextPageContext(newVisitor(club));
    saveDraft(page, { notice: { kind: "resent" } });
    expect(await takeFlash(page)).toBeUndefined();
    expect(await readDraft(page)).toEqual({ notice: { kind: "resent" } });
  });

  it("disappears without the loss of data that another loader saves in the draft at the same time", async () => {
    const invitation = { code: "WELCOME", validityTimestamp: null };
    for (let attemptIndex = 0; attemptIndex < 20; attemptIndex += 1) {
      const visitor = await chooseConsent();
      const page = createNextPageContext(visitor);
      const loaders = [() => takeFlash(page), () => saveInvitation(page, invitation, { inviter: null })];
      await Promise.all((attemptIndex % 2 ? loaders.reverse() : loaders).map((loader) => loader()));
      expect(await readSentDraft(page, visitor)).toEqual({ registrationCode: "WELCOME", sourcePath: "/" });
    }
  });
});

it("draft is encrypted once per request, with the last values that were saved", async () => {
  const visitor = newVisitor(club);
  const page = createNextPageContext(visitor);
  const encryptSpy = vi.spyOn(page.tokenCrypto, "encrypt");
  saveDraft(page, { campaign: "first" });
  saveDraft(page, { campaign: "last" });
  expect(await readSentDraft(page, visitor)).toEqual({ campaign: "last" });
  expect(encryptSpy).toHaveBeenCalledTimes(1);
  encryptSpy.mockRestore();
});

/**
 * Adds the draft cookie of a page's response to the visitor's cookies. Returns the draft that the visitor's next page
 * reads from this cookie.
 */
function readSentDraft(page: ReturnType<typeof createNextPageContext>, visitor: Visitor) {
  const [, sealed = ""] = /^__Host-draft=([^;]*)/.exec(createResponseCookies(page).join()) ?? [];
  visitor.cookies.set("__Host-draft", sealed);
  return readDraft(createNextPageContext(visitor));
}
