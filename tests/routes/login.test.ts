import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as invite from "~/routes/invite";
import * as login from "~/routes/login";
import * as logout from "~/routes/logout";
import { startClub, type Club } from "../support/route-context";
import { newVisitor } from "../support/visitor";

const member = { email: "member@example.com", password: "velvetgate", returnTo: "/de/invite" };

let club: Club;
beforeAll(async () => {
  club = await startClub();
});
afterAll(() => club.stop());

describe("signing in", () => {
  it("leads back to where a visitor was sent away", async () => {
    const visitor = newVisitor(club);
    const away = await visitor.get(invite, "/de/invite?x=1");
    expect(away).toMatchObject({ status: 303, location: "/de/login?returnTo=%2Fde%2Finvite%3Fx%3D1" });

    const form = await visitor.get(login, away.location ?? "");
    expect(form.data).toMatchObject({ returnTo: "/de/invite?x=1", page: { title: "Anmelden – Velvetgate" } });

    const signedIn = await visitor.post(login, "/de/login", { ...member, returnTo: "/de/invite?x=1" });
    expect(signedIn).toMatchObject({ status: 303, location: "/de/invite?x=1" });
    expect(signedIn.headers.get("Clear-Site-Data")).toBe('"cache"');
    expect(await visitor.get(invite, "/de/invite?x=1")).toMatchObject({ status: 200 });
  });

  it("keeps the token where no script can read it, for seven days", async () => {
    const { headers } = await newVisitor(club).post(login, "/login", member);
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(/^auth\.token=.+; Max-Age=604800; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
    ]);
  });

  it.each([
    ["a wrong password", { ...member, password: "velvet" }],
    ["an unknown address", { ...member, email: "nobody@example.com" }],
    ["an address that is none", { ...member, email: "<script>" }],
    ["no address", { ...member, email: "" }],
  ])("answers 422 to %s, with the address kept and nothing of the password", async (_, fields) => {
    const visitor = newVisitor(club);
    const answer = await visitor.post(login, "/login", fields);
    expect(answer).toMatchObject({ status: 422, data: { page: { title: "Error: Log in – Velvetgate" } } });
    expect(answer.reply).toEqual({ typed: fields.email, returnTo: "/de/invite", failure: null });
    expect(visitor.cookies.has("auth.token")).toBe(false);
  });

  it.each([
    ["no password", ""],
    ["a password that is a book", "a".repeat(1025)],
  ])("does not trouble acq with %s", async (_, password) => {
    const silent = await startClub();
    await silent.failNext("login");
    const answer = await newVisitor(silent).post(login, "/login", { ...member, password });
    await silent.stop();
    expect(answer.status).toBe(422);
  });

  it.each(["https://evil.example", "//evil.example", "/\\evil.example", ""])(
    "never leads to another site: %s",
    async (returnTo) => {
      const answer = await newVisitor(club).post(login, "/login", { ...member, returnTo });
      expect(answer).toMatchObject({ status: 303, location: "/" });
    },
  );

  it("says so when acq gives no answer, and keeps the address", async () => {
    await club.failNext("login");
    const answer = await newVisitor(club).post(login, "/login", member);
    expect(answer).toMatchObject({
      status: 503,
      reply: {
        typed: member.email,
        failure: { kind: "network" },
      },
    });
  });

  it("is the operator's where there is one", async () => {
    const shop = await startClub({ LOGIN_URL: "https://shop.example/{locale}/login" });
    const answer = await newVisitor(shop).get(login, "/fr/login");
    await shop.stop();
    expect(answer).toMatchObject({ status: 302, location: "https://shop.example/fr/login" });
  });
});

describe("signing out", () => {
  it("ends the token here and at acq", async () => {
    const visitor = newVisitor(club);
    await visitor.post(login, "/login", member);
    const token = visitor.cookies.get("auth.token") ?? "";
    const answer = await visitor.post(logout, "/de/logout", {});
    expect(answer).toMatchObject({ status: 303, location: "/de" });
    expect(answer.headers.get("Clear-Site-Data")).toBe('"cache"');
    expect(visitor.cookies.has("auth.token")).toBe(false);

    visitor.cookies.set("auth.token", token);
    expect(await visitor.get(invite, "/invite")).toMatchObject({ location: "/login?returnTo=%2Finvite" });
  });

  it("signs out here though acq gives no answer", async () => {
    const visitor = newVisitor(club);
    await visitor.post(login, "/login", member);
    await club.failNext("logout");
    expect(await visitor.post(logout, "/logout", {})).toMatchObject({ status: 303, location: "/" });
    expect(visitor.cookies.has("auth.token")).toBe(false);
  });
});

describe("a member's invitations", () => {
  it("show the own code and what became of it", async () => {
    const visitor = newVisitor(club);
    await visitor.post(login, "/login", member);
    expect(await visitor.get(invite, "/invite")).toMatchObject({
      status: 200,
      data: { invitation: { registrationCode: "VIP2026", balance: 3, pending: 0, joined: 0 } },
    });
  });

  it("are not found for an administrator, who has none", async () => {
    const visitor = newVisitor(club);
    await visitor.post(login, "/login", { ...member, email: "admin@example.com" });
    expect(await visitor.get(invite, "/invite")).toMatchObject({ status: 404 });
  });

  it("wait while acq gives no answer", async () => {
    const visitor = newVisitor(club);
    await visitor.post(login, "/login", member);
    await club.failNext("viewer");
    const answer = await visitor.get(invite, "/invite");
    expect(answer.status).toBe(503);
    expect(answer.headers.get("Retry-After")).toBe("5");
  });
});
