import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as activateAccount from "~/routes/registration/activateaccount/route";
import * as formStarted from "~/routes/registration/formstarted/route";
import * as landing from "~/routes/landing/route";
import * as product from "~/routes/products/route";
import { startClub, type Club } from "../../support/route-context";
import { newVisitor, type Visitor } from "../../support/visitor";

let club: Club;
beforeAll(async () => {
  club = await startClub();
});
afterAll(() => club.stop());

const form = "/de/registration/formstarted";

function readDraft(visitor: Visitor) {
  return club.services.tokenCrypto.decrypt("draft", visitor.cookies.get("__Host-draft") ?? "");
}

describe("draft (docs/product/registration.md#registration-draft)", () => {
  it.each([
    ["the page of this site that linked to the form", "https://club.example/de/viral?utm_source=x", "/viral"],
    [
      "the requested page, after another site",
      "https://friend.example/de/viral",
      "/registration/formstarted",
    ],
    ["the requested page, without a referrer", "", "/registration/formstarted"],
  ])("keeps the first page of the visit: %s", async (_, Referer, sourcePath) => {
    const visitor = newVisitor(club);
    await visitor.get(formStarted, `${form}?rc=WELCOME`, {}, { Referer });
    expect(await readDraft(visitor)).toMatchObject({ sourcePath, inviter: "Anna" });
    await visitor.get(landing, "/de?rc=VIP2026");
    expect(await readDraft(visitor)).toMatchObject({ sourcePath, inviter: "Noah" });
  });

  it("keeps the first page of the visit even if the link to that page contained an unusable code", async () => {
    const visitor = newVisitor(club);
    await visitor.get(landing, "/de/social?rc=EXPIRED", { slug: "social" });
    await visitor.post(landing, "/de", { intent: "check-code", registrationCode: "WELCOME" });
    expect(await readDraft(visitor)).toMatchObject({ sourcePath: "/social", registrationCode: "WELCOME" });
  });

  it("keeps the product that the visitor opened last", async () => {
    const visitor = newVisitor(club);
    await visitor.get(product, "/de/products/quillane", { product: "quillane" });
    expect([...visitor.cookies.keys()]).not.toContain("__Host-draft");
    const refererHeader = { Referer: "https://club.example/de/products/quillane" };
    await visitor.get(formStarted, `${form}?rc=WELCOME`, {}, refererHeader);
    expect(await readDraft(visitor)).toMatchObject({ previousPDPPage: "quillane" });
    await visitor.get(product, "/de/products/ombrelune", { product: "ombrelune" });
    expect(await readDraft(visitor)).toMatchObject({ previousPDPPage: "ombrelune" });
  });

  it("keeps the activation id and the error of a failed activation", async () => {
    const visitor = newVisitor(club);
    const fields = { accountActivationId: "no-such-id" };
    await visitor.post(activateAccount, "/de/registration/activateaccount", fields);
    expect(await readDraft(visitor)).toMatchObject({ ...fields, accountActivationError: "not-found" });
  });
});

describe("page after a completed activation", () => {
  const path = "/de/registration/activateaccount";

  it.each(["activated", "already", "anything", ""])(
    "shows no result to a visitor that has not activated an account: ?done=%s",
    async (doneValue) => {
      const { data, status } = await newVisitor(club).get(activateAccount, `${path}?done=${doneValue}`);
      expect(status).toBe(200);
      expect(data).toMatchObject({ view: "neutral" });
    },
  );
});
