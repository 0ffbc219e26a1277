import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import * as linkGenerator from "~/routes/admin-registrationlinkgenerator";
import * as splitGenerator from "~/routes/admin-splitgenerator";
import * as login from "~/routes/login";
import * as formStarted from "~/routes/registration-formstarted";
import { LinkGeneratorPage } from "~/views/link-generator-page";
import { startClub, type Club } from "../support/route-context";
import { newVisitor, type Visitor } from "../support/visitor";
import { viewHtml } from "../support/view-html";

const path = "/admin/registrationlinkgenerator";

let club: Club;
let admin: Visitor;
beforeAll(async () => {
  club = await startClub({ BASE_PATH: "/acquisition" });
  admin = await signedIn("admin@example.com");
});
afterAll(() => club.stop());

const made = z.object({ status: z.literal("made"), address: z.url(), lastDay: z.string() });
const refused = z.object({
  status: z.literal("problem"),
  typed: z.string(),
  problem: z.enum(["missing", "characters", "invalid", "expired", "no-balance"]),
});

async function signedIn(email: string, where = club): Promise<Visitor> {
  const visitor = newVisitor(where);
  await visitor.post(login, "/login", { email, password: "velvetgate", returnTo: "/" });
  return visitor;
}

describe.each([
  ["the link generator", linkGenerator, path, "Registration link generator"],
  ["the split generator", splitGenerator, "/admin/splitgenerator", "Split generator"],
])("%s", (_, route, page, title) => {
  it("sends an anonymous visitor to login and back", async () => {
    const location = `/fr/login?returnTo=${encodeURIComponent(`/fr${page}`)}`;
    expect(await newVisitor(club).get(route, `/fr${page}`)).toMatchObject({ status: 303, location });
  });

  it("does the same with a token that acq does not accept", async () => {
    const visitor = newVisitor(club);
    visitor.cookies.set("auth.token", "forged");
    const location = `/login?returnTo=${encodeURIComponent(page)}`;
    expect(await visitor.get(route, page)).toMatchObject({ status: 303, location });
  });

  it("is not found for a member", async () => {
    const visitor = await signedIn("member@example.com");
    expect(await visitor.get(route, page)).toMatchObject({ status: 404 });
  });

  it("waits while acq gives no answer", async () => {
    await club.failNext("viewer");
    expect(await admin.get(route, page)).toMatchObject({ status: 503 });
  });

  it("opens for an administrator", async () => {
    const answer = await admin.get(route, page);
    expect(answer).toMatchObject({ status: 200, data: { page: { title: `${title} – Velvetgate` } } });
  });
});

describe("a link that is generated", () => {
  it("opens the form, also for a code that needs a link", async () => {
    const answer = await admin.post(linkGenerator, `/de${path}`, { registrationCode: " needsvt " });
    expect(answer.status).toBe(200);
    const { address } = made.parse(answer.reply);
    expect(address).toMatch(
      /^https:\/\/club\.example\/acquisition\/registration\/formstarted\?rc=NEEDSVT&vt=/,
    );

    const form = await newVisitor(club).get(formStarted, address.slice(address.indexOf("/registration")));
    expect(form.status).toBe(200);
  });

  it("says its last day in the administrator's language and the club's time zone", async () => {
    const late = await startClub({}, () => Date.parse("2026-03-01T23:30:00Z"));
    const german = await signedIn("admin@example.com", late);
    const { reply } = await german.post(linkGenerator, `/de${path}`, { registrationCode: "WELCOME" });
    await late.stop();
    expect(made.parse(reply).lastDay).toBe("16. März 2026");
  });

  it("stands in a field to copy from", () => {
    const answer = {
      status: "made",
      typed: "X",
      address: "https://club.example/?a=1&b=2",
      lastDay: "May 1, 2026",
    } as const;
    const html = viewHtml(<LinkGeneratorPage formToken="" typed={undefined} answer={answer} />);
    expect(html).toMatch(
      /<input id="link"[^>]* readonly="" autofocus="" value="https:\/\/club\.example\/\?a=1&amp;b=2"/,
    );
    expect(html).toContain("Valid until May 1, 2026");
  });
});

describe("a link that is not generated", () => {
  it.each([
    ["", "missing", "Please provide an access code."],
    ["c\u00f6de", "characters", "Please use valid characters"],
    ["UNKNOWN", "invalid", "Your code is not valid."],
    ["NOINVITER", "invalid", "Your code is not valid."],
    ["EXPIRED", "expired", "Your invitation has expired."],
    ["EMPTY", "no-balance", "has no invitations left"],
  ])("for '%s' leaves the form with what was typed: %s", async (typed, problem, message) => {
    const answer = await admin.post(linkGenerator, path, { registrationCode: typed });
    const title = "Error: Registration link generator – Velvetgate";
    expect(answer).toMatchObject({
      status: 422,
      reply: { status: "problem", typed, problem },
      data: { page: { title } },
    });
    const shown = refused.parse(answer.reply);
    const html = viewHtml(<LinkGeneratorPage formToken="" typed={undefined} answer={shown} />);
    expect(html.split(message)).toHaveLength(3);
  });

  it("leaves the form with what was typed when acq gives no answer", async () => {
    await club.failNext("generateRegistrationLink");
    const answer = await admin.post(linkGenerator, path, { registrationCode: "WELCOME" });
    expect(answer).toMatchObject({ status: 503, reply: { typed: "WELCOME", failure: { kind: "network" } } });
  });

  it("tells a member nothing", async () => {
    const visitor = await signedIn("member@example.com");
    const answer = await visitor.post(linkGenerator, path, { registrationCode: "VIP2026" });
    expect(answer).toMatchObject({ status: 404, reply: null });
  });
});
