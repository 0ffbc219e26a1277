import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import * as deny from "~/routes/registration/deny/route";
import * as formStarted from "~/routes/registration/formstarted/route";
import * as landing from "~/routes/landing/route";
import { fillForm, formPath } from "../../support/registration";
import { startClub, type Club } from "../../support/route-context";
import { openDatabase, type Database } from "../../../acq/db/database";
import { newVisitor, type Visitor } from "../../support/visitor";

const folder = mkdtempSync(join(tmpdir(), "club-"));
const file = join(folder, "acq.sqlite");

let club: Club;
let database: Database;
beforeAll(async () => {
  club = await startClub({ LOCALE_DOMAINS: "club.pinterest.example=de" }, Date.now, file);
  database = openDatabase(file);
});
afterAll(async () => {
  database.close();
  await club.stop();
  rmSync(folder, { recursive: true });
});

const denyRedirect = { status: 303, location: "/de/registration/deny?reason=referrer" };

function visitWithReferrer(visitor: Visitor, referer: string, path: string) {
  const headers = { Referer: referer };
  return path.includes("formstarted")
    ? visitor.get(formStarted, path, {}, headers)
    : visitor.get(landing, path, {}, headers);
}

describe("referrer guard (docs/product/registration.md#referrers-and-country)", () => {
  it.each([
    ["https://www.google.de/", "/de"],
    ["https://www.google.de/", "/de?rc=WELCOME"],
    ["https://www.google.de/", `${formPath}?rc=WELCOME`],
    ["https://www.google.de/", formPath],
    ["https://www.google.de/", `/de?rc=${"x".repeat(65)}`],
    ["https://www.mydealz.de/deals/1", "/de?rc=WELCOME"],
    ["https://www.gutscheine.de/", "/de?rc=WELCOME"],
    ["https://www.reddit.com/", "/de?rc=WELCOME"],
    ["https://l.facebook.com/", "/de?rc=WELCOME"],
    ["https://mail.google.com/", "/de"],
    ["https://mail.google.com/", formPath],
    ["https://mail.google.com/", "/de?rc=EXPIRED"],
    ["https://mail.google.com/", "/de?rc=unknown-code"],
  ])("rejects a visitor from %s at %s", async (referer, path) => {
    expect(await visitWithReferrer(newVisitor(club), referer, path)).toMatchObject(denyRedirect);
  });

  it.each([
    ["https://mail.google.com/", "/de?rc=WELCOME"],
    ["https://mail.google.com/", `${formPath}?rc=WELCOME`],
    ["https://navigator.gmx.net/", "/de?rc=welcome"],
    ["https://club.example/de", "/de"],
    ["https://club.pinterest.example/", "/de"],
    ["https://friend.example/", "/de"],
    ["https://notgoogle.de/", "/de?rc=WELCOME"],
    ["not a URL", "/de"],
  ])("accepts a visitor from %s at %s", async (referer, path) => {
    expect(await visitWithReferrer(newVisitor(club), referer, path)).toMatchObject({ status: 200 });
  });

  it("answers 503 for an invitation link on a webmail page while acq does not answer", async () => {
    await club.failNextCall("checkRegistrationCode", { kind: "status", value: 400 });
    const path = "/de?rc=WELCOME";
    expect(await visitWithReferrer(newVisitor(club), "https://mail.google.com/", path)).toMatchObject({
      status: 503,
    });
    expect(await visitWithReferrer(newVisitor(club), "https://mail.google.com/", path)).toMatchObject({
      status: 200,
    });
  });

  it("does not apply to pages other than the landing page and the form", async () => {
    const headers = { Referer: "https://www.google.de/" };
    expect(
      await newVisitor(club).get(deny, "/de/registration/deny?reason=referrer", {}, headers),
    ).toMatchObject({
      status: 403,
      data: { reason: "referrer" },
    });
  });
});

describe("data stored about a rejected visitor", () => {
  it("includes the code, which appears on the deny page and on the next landing page", async () => {
    const visitor = newVisitor(club);
    await visitWithReferrer(visitor, "https://www.google.de/search?q=x", `${formPath}?rc=NEEDSVT&vt=made-up`);
    expect(await visitor.get(deny, "/de/registration/deny?reason=referrer")).toMatchObject({
      data: { refused: { registrationCode: "NEEDSVT", fref: "www.google.de" } },
    });
    expect(await visitor.get(landing, "/de")).toMatchObject({ data: { typedCode: "NEEDSVT" } });
  });

  it("omits the referrer but keeps the code on a deny page with a different reason", async () => {
    const visitor = newVisitor(club);
    await visitWithReferrer(visitor, "https://www.google.de/", "/de?rc=WELCOME");
    const { data } = await visitor.get(deny, "/de/registration/deny?reason=expired");
    expect(data).toMatchObject({ refused: {}, code: "WELCOME" });
    expect(JSON.stringify(data)).not.toContain("google");
  });

  it("includes the earlier code if the rejected visit has no code", async () => {
    const visitor = newVisitor(club);
    await visitor.get(landing, "/de");
    await visitor.post(landing, "/de", { registrationCode: "WELCOME" });
    await visitWithReferrer(visitor, "https://www.google.de/", "/de");
    expect(await visitor.get(landing, "/de")).toMatchObject({ data: { typedCode: "WELCOME" } });
  });

  it("has a maximum length, so that the draft cookie stays small", async () => {
    const visitor = newVisitor(club);
    const host = `${"very-long-label.".repeat(14)}google.de`;
    await visitWithReferrer(visitor, `https://${host}/`, "/de");
    const { data } = await visitor.get(deny, "/de/registration/deny?reason=referrer");
    expect(data).toMatchObject({ refused: { fref: host.slice(-100) } });
  });

  it("includes the first referrer even after visits from other referrers", async () => {
    const visitor = newVisitor(club);
    await visitWithReferrer(visitor, "https://www.google.de/", "/de?rc=WELCOME");
    await visitWithReferrer(visitor, "https://www.reddit.com/", "/de?rc=WELCOME");
    const { data } = await visitor.get(deny, "/de/registration/deny?reason=referrer");
    expect(data).toMatchObject({ refused: { fref: "www.google.de" } });
  });

  it.each([
    ["the referrer of the rejected visit", "https://www.google.de/", {}, "www.google.de"],
    ["none for a site that is not listed", "https://friend.example/", {}, null],
    [
      "the referrer in the browser if the draft is lost",
      "https://friend.example/",
      { fref: "www.bing.com" },
      "www.bing.com",
    ],
    [
      "the referrer in the draft before the one in the browser",
      "https://www.google.de/",
      { fref: "www.bing.com" },
      "www.google.de",
    ],
    [
      "none from the form for a site that is not listed",
      "https://friend.example/",
      { fref: "friend.example" },
      null,
    ],
    [
      "none from the form if the value is more than a host",
      "https://friend.example/",
      { fref: "www.bing.com/search?q=x" },
      null,
    ],
  ])(
    "determines the referrer that a later registration sends to acq: %s",
    async (_, referer, storedFields, referrer) => {
      const visitor = newVisitor(club);
      await visitWithReferrer(visitor, referer, "/de?rc=WELCOME");
      const form = fillForm(await visitor.get(formStarted, `${formPath}?rc=WELCOME`));
      expect(await visitor.post(formStarted, formPath, { ...form, ...storedFields })).toMatchObject({
        location: "/de/registration/formfinished",
      });
      expect(readStoredReferrer(form["email"])).toMatchObject({ referrer });
    },
  );

  it.each([
    ["a listed site", "https://www.google.de/", "WELCOME"],
    ["an unusable code", "https://friend.example/", "EXPIRED"],
    ["a link that cannot be read", "https://friend.example/", "x".repeat(65)],
  ])("includes the campaign in the URL of the rejected visit: %s", async (_, referer, code) => {
    const visitor = newVisitor(club);
    const path = `/de/social?rc=${code}`;
    const response = await visitor.get(landing, path, { slug: "social" }, { Referer: referer });
    expect(response.location).toContain("/registration/deny");
    await visitor.post(landing, "/de", { intent: "check-code", registrationCode: "WELCOME" });
    const form = fillForm(await visitor.get(formStarted, formPath));
    await visitor.post(formStarted, formPath, form);
    expect(readStoredReferrer(form["email"])).toMatchObject({ campaign: "social" });
  });

  function readStoredReferrer(email = "") {
    const accountQuery = "select referrer, campaign from accounts where email = :email";
    const rowSchema = z.object({ referrer: z.string().nullable(), campaign: z.string().nullable() });
    return database.readRow(rowSchema, accountQuery, { email });
  }
});
