import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { localeCodes } from "~/i18n/locales";
import * as formStarted from "~/routes/registration/formstarted/route";
import * as invite from "~/routes/invite/route";
import * as landing from "~/routes/landing/route";
import * as login from "~/routes/login/route";
import { loadFilledForm, formPath } from "../../../tests/support/registration";
import { startClub, type Club } from "../../../tests/support/route-context";
import { newVisitor, type Visitor } from "../../../tests/support/visitor";

const inviteDataSchema = z.object({
  vipStatus: z.string().nullable(),
  invitation: z.object({ balance: z.number(), pending: z.number(), joined: z.number() }),
  personal: z
    .object({ link: z.string(), subject: z.string(), letter: z.string(), message: z.string() })
    .optional(),
});

async function signInVisitor(club: Club, email = "member@example.com"): Promise<Visitor> {
  const visitor = newVisitor(club);
  await visitor.post(login, "/login", { email, password: "velvetgate", returnTo: "/" });
  return visitor;
}

async function loadInvitations(visitor: Visitor, path = "/invite") {
  return inviteDataSchema.parse((await visitor.get(invite, path)).data);
}

async function inviteFriend(club: Club): Promise<void> {
  const friend = newVisitor(club);
  const form = await loadFilledForm(friend, "VIP2026");
  expect(await friend.post(formStarted, formPath, form)).toMatchObject({ status: 303 });
}

let club: Club;
let member: Visitor;
beforeAll(async () => {
  club = await startClub();
  member = await signInVisitor(club);
});
afterAll(() => club.stop());

describe("invitations page of a member", () => {
  it("shows the code, its balance and the VIP status", async () => {
    expect(await member.get(invite, "/invite")).toMatchObject({
      status: 200,
      data: {
        vipStatus: "GOLD",
        invitation: { registrationCode: "VIP2026", balance: 3, pending: 0, joined: 0 },
      },
    });
  });

  it("contains a link that opens the landing page in the friend's language, with the member's name", async () => {
    const { personal } = await loadInvitations(member, "/pl/invite");
    expect(personal?.link).toBe("https://club.example/viral?rc=VIP2026");
    const friend = newVisitor(club);
    expect(await friend.get(landing, "/viral?rc=VIP2026", { slug: "viral" })).toMatchObject({
      status: 200,
      data: { page: { title: /^The fashion club/ }, invited: { inviter: "Noah" } },
    });
  });

  it("contains links below the base path", async () => {
    const clubBelowPath = await startClub({ BASE_PATH: "/acquisition" });
    const { personal } = await loadInvitations(await signInVisitor(clubBelowPath));
    await clubBelowPath.stop();
    expect(personal?.link).toBe("https://club.example/acquisition/viral?rc=VIP2026");
  });

  it.each(localeCodes)("has invitation texts in %s with the link and the member's name", async (locale) => {
    const { personal } = await loadInvitations(member, `/${locale}/invite`);
    const { link = "", subject, letter = "", message } = personal ?? {};
    expect(subject).toContain("Velvetgate");
    expect(message).toContain("Velvetgate");
    const letterLines = letter.split("\n");
    expect(letterLines).toContain(link);
    expect(letterLines.at(-1)).toBe("Noah");
    expect(letter).toMatch(locale === "it" ? /\b15\s?%/ : /\b10\s?%/);
    expect(letter).not.toMatch(/\{\{|<\w/);
  });

  it("requires login, and redirects an administrator to the link generator", async () => {
    expect(await newVisitor(club).get(invite, "/de/invite")).toMatchObject({
      status: 303,
      location: "/de/login?returnTo=%2Fde%2Finvite",
    });
    expect(await (await signInVisitor(club, "admin@example.com")).get(invite, "/de/invite")).toMatchObject({
      status: 303,
      location: "/de/admin/registrationlinkgenerator",
    });
  });

  it("answers 503 while acq does not respond", async () => {
    await club.failNextCall("viewer");
    const response = await member.get(invite, "/invite");
    expect(response.status).toBe(503);
    expect(response.retryAfter).toBe(5);
  });
});

describe("invitation link", () => {
  it("disappears when all invitations are in use, and returns when an invitation is free again", async () => {
    let now = Date.now();
    const otherClub = await startClub({}, () => now);
    const visitor = await signInVisitor(otherClub);
    for (let friend = 1; friend <= 3; friend += 1) {
      expect((await loadInvitations(visitor)).personal).toBeDefined();
      await inviteFriend(otherClub);
      expect((await loadInvitations(visitor)).invitation).toEqual({ balance: 3, pending: friend, joined: 0 });
    }
    expect((await loadInvitations(visitor)).personal).toBeUndefined();

    now += 73 * 60 * 60 * 1000;
    const nextPage = await loadInvitations(visitor);
    await otherClub.stop();
    expect(nextPage.invitation).toEqual({ balance: 3, pending: 0, joined: 0 });
    expect(nextPage.personal).toBeDefined();
  });
});
