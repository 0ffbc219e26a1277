import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as invite from "~/routes/invite/route";
import * as login from "~/routes/login/route";
import * as logout from "~/routes/logout/route";
import { startClub, type Club } from "../../../tests/support/route-context";
import { newVisitor } from "../../../tests/support/visitor";

const memberForm = { email: "member@example.com", password: "velvetgate", returnTo: "/de/invite" };

let club: Club;
beforeAll(async () => {
  club = await startClub();
});
afterAll(() => club.stop());

describe("sign-in", () => {
  it("redirects back to the page that required the sign-in", async () => {
    const visitor = newVisitor(club);
    const redirectToLogin = await visitor.get(invite, "/de/invite?x=1");
    expect(redirectToLogin).toMatchObject({
      status: 303,
      location: "/de/login?returnTo=%2Fde%2Finvite%3Fx%3D1",
    });

    const form = await visitor.get(login, redirectToLogin.location ?? "");
    expect(form.data).toMatchObject({ returnTo: "/de/invite?x=1", page: { title: "Anmelden – Velvetgate" } });

    const signInResponse = await visitor.post(login, "/de/login", {
      ...memberForm,
      returnTo: "/de/invite?x=1",
    });
    expect(signInResponse).toMatchObject({ status: 303, location: "/de/invite?x=1" });
    expect(signInResponse.headers.get("Clear-Site-Data")).toBe('"cache"');
    expect(await visitor.get(invite, "/de/invite?x=1")).toMatchObject({ status: 200 });
  });

  it("stores the token in a cookie that scripts cannot read, for seven days", async () => {
    const { headers } = await newVisitor(club).post(login, "/login", memberForm);
    expect(headers.getSetCookie()).toContainEqual(
      expect.stringMatching(/^auth\.token=.+; Max-Age=604800; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
    );
  });

  it.each([
    ["a wrong password", "wrong", { ...memberForm, password: "velvet" }],
    ["an unknown e-mail address", "wrong", { ...memberForm, email: "nobody@example.com" }],
    ["an invalid e-mail address", "invalid-email", { ...memberForm, email: "<script>" }],
  ])(
    "answers 422 to %s, and keeps the e-mail address but not the password",
    async (_, problemKind, fields) => {
      const visitor = newVisitor(club);
      const response = await visitor.post(login, "/login", fields);
      expect(response).toMatchObject({
        status: 422,
        data: { page: { title: "Error: Log in – Velvetgate" } },
      });
      expect(response.reply).toEqual({
        typed: fields.email,
        returnTo: "/de/invite",
        problem: { kind: problemKind },
      });
      expect(visitor.cookies.has("auth.token")).toBe(false);
    },
  );

  it("names the missing fields in the error messages", async () => {
    const emptyFormResponse = await newVisitor(club).post(login, "/login", {
      ...memberForm,
      email: " ",
      password: "",
    });
    expect(emptyFormResponse).toMatchObject({
      status: 422,
      reply: { typed: " ", problem: { kind: "missing", fields: ["email", "password"] } },
    });
    const responseWithoutPassword = await newVisitor(club).post(login, "/login", {
      ...memberForm,
      password: "",
    });
    expect(responseWithoutPassword).toMatchObject({
      status: 422,
      reply: { typed: memberForm.email, problem: { kind: "missing", fields: ["password"] } },
    });
  });

  it.each([
    ["no password", ""],
    ["a password of 1,025 characters", "a".repeat(1025)],
  ])("does not call acq if the form contains %s", async (_, password) => {
    const failingClub = await startClub();
    await failingClub.failNextCall("login");
    const response = await newVisitor(failingClub).post(login, "/login", { ...memberForm, password });
    await failingClub.stop();
    expect(response.status).toBe(422);
  });

  it.each(["https://evil.example", "//evil.example", "/\\evil.example", "", "/logout", "/consent"])(
    "redirects neither to another site nor to a path without a page: %s",
    async (returnTo) => {
      const response = await newVisitor(club).post(login, "/login", { ...memberForm, returnTo });
      expect(response).toMatchObject({ status: 303, location: "/" });
    },
  );

  it("reports that acq does not answer, and keeps the typed e-mail address", async () => {
    await club.failNextCall("login");
    const response = await newVisitor(club).post(login, "/login", memberForm);
    expect(response).toMatchObject({
      status: 503,
      reply: { typed: memberForm.email, problem: { kind: "failed", failure: { kind: "failed" } } },
    });
  });

  it("redirects a signed-in visitor at once", async () => {
    const visitor = newVisitor(club);
    await visitor.post(login, "/login", memberForm);
    const path = "/fr/login?returnTo=%2Ffr%2Fadmin%2Fsplitgenerator";
    expect(await visitor.get(login, path)).toMatchObject({
      status: 303,
      location: "/fr/admin/splitgenerator",
    });
    expect(await visitor.get(login, "/fr/login")).toMatchObject({ status: 303, location: "/fr/invite" });
    expect(await visitor.get(login, "/login?returnTo=%2F%2Fevil.example")).toMatchObject({ location: "/" });
  });

  it("does not redirect endlessly if the return path is the login page", async () => {
    const visitor = newVisitor(club);
    await visitor.post(login, "/login", memberForm);
    const path = `/login?returnTo=${encodeURIComponent("/login?returnTo=%2Flogin")}`;
    const firstPage = await visitor.get(login, path);
    const secondPage = await visitor.get(login, firstPage.location ?? "");
    expect(secondPage.location).toBe("/login");
    expect(await visitor.get(login, "/login")).toMatchObject({ location: "/invite" });
  });

  it("reports wrong credentials even if the visitor is signed in to another account", async () => {
    const visitor = newVisitor(club);
    await visitor.post(login, "/login", memberForm);
    const response = await visitor.post(login, "/login", { ...memberForm, email: "other@example.com" });
    expect(response).toMatchObject({ status: 422, reply: { typed: "other@example.com" } });
  });

  it("shows the login form when the token cannot be verified", async () => {
    const visitor = newVisitor(club);
    await visitor.post(login, "/login", memberForm);
    await club.failNextCall("viewer");
    expect(await visitor.get(login, "/login")).toMatchObject({ status: 200 });
    visitor.cookies.set("auth.token", "ended-long-ago");
    expect(await visitor.get(login, "/login")).toMatchObject({ status: 200 });
  });

  it("accepts a token cookie set by the shop, with or without the Bearer prefix", async () => {
    const visitor = newVisitor(club);
    await visitor.post(login, "/login", memberForm);
    const token = visitor.cookies.get("auth.token") ?? "";
    for (const text of [token, `Bearer%20${token}`, `Bearer ${token}`]) {
      const shopVisitor = newVisitor(club);
      shopVisitor.cookies.set("auth.token", text);
      expect(await shopVisitor.get(invite, "/invite"), text).toMatchObject({ status: 200 });
    }
    for (const text of ["", "%00", `Basic%20${token}`, `${token}x`]) {
      const anonymousVisitor = newVisitor(club);
      anonymousVisitor.cookies.set("auth.token", text);
      expect(await anonymousVisitor.get(invite, "/invite"), text).toMatchObject({ status: 303 });
    }
  });
});

describe("sign-in at the operator's external page", () => {
  it.each([
    ["https://shop.example/{locale}/login", "https://shop.example/fr/login"],
    ["/shop/{locale}/login", "https://club.example/shop/fr/login"],
  ])("redirects to %s", async (url, location) => {
    const shopClub = await startClub({ LOGIN_URL: url });
    const visitor = newVisitor(shopClub);
    expect(await visitor.get(login, "/fr/login?returnTo=%2Ffr%2Finvite")).toMatchObject({
      status: 302,
      location,
    });
    expect(await visitor.post(login, "/fr/login", memberForm)).toMatchObject({ status: 303, location });
    expect(visitor.cookies.has("auth.token")).toBe(false);
    await shopClub.stop();
  });

  it.each(["/login", "/{locale}/login", "https://club.example/login"])(
    "stays disabled if LOGIN_URL is the address of this site's login page: %s",
    async (url) => {
      const club = await startClub({ LOGIN_URL: url });
      expect(await newVisitor(club).get(login, "/fr/login")).toMatchObject({ status: 200 });
      await club.stop();
    },
  );
});

describe("sign-out", () => {
  it("invalidates the token in the browser and at acq", async () => {
    const visitor = newVisitor(club);
    await visitor.post(login, "/login", memberForm);
    const token = visitor.cookies.get("auth.token") ?? "";
    const response = await visitor.post(logout, "/de/logout", {});
    expect(response).toMatchObject({ status: 303, location: "/de" });
    expect(response.headers.get("Clear-Site-Data")).toBe('"cache"');
    expect(visitor.cookies.has("auth.token")).toBe(false);

    visitor.cookies.set("auth.token", token);
    expect(await visitor.get(invite, "/invite")).toMatchObject({ location: "/login?returnTo=%2Finvite" });
  });

  it("succeeds even if acq does not answer", async () => {
    const visitor = newVisitor(club);
    await visitor.post(login, "/login", memberForm);
    await club.failNextCall("logout");
    expect(await visitor.post(logout, "/logout", {})).toMatchObject({ status: 303, location: "/" });
    expect(visitor.cookies.has("auth.token")).toBe(false);
  });

  it("clears the token cookie for the base path and for the whole site", async () => {
    const clubBelowPath = await startClub({ BASE_PATH: "/acquisition" });
    const { headers } = await newVisitor(clubBelowPath).post(logout, "/logout", {});
    await clubBelowPath.stop();
    const clearedCookies = headers.getSetCookie().filter((cookie) => cookie.startsWith("auth.token="));
    expect(clearedCookies).toHaveLength(2);
    for (const path of ["/acquisition", "/"])
      expect(clearedCookies).toContainEqual(
        expect.stringContaining(`auth.token=; Max-Age=0; Path=${path}; `),
      );
  });

  it("requires a POST request, so that a link cannot log out a visitor", async () => {
    const visitor = newVisitor(club);
    await visitor.post(login, "/login", memberForm);
    expect(await visitor.get(logout, "/logout")).toMatchObject({ status: 404 });
    expect(await visitor.get(invite, "/invite")).toMatchObject({ status: 200 });
  });
});
