import * as login from "~/routes/login/route";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { safeReturnTo } from "./return-path.server";
import { startStubAcq } from "../../tests/integration/server/stub-acq";
import { startClub } from "../../tests/support/route-context";
import { newVisitor } from "../../tests/support/visitor";

describe("path that a form redirects back to", () => {
  it.each([
    ["/", "/"],
    ["/de/invite", "/de/invite"],
    ["/registration/formstarted?rc=WELCOME&vt=a.b", "/registration/formstarted?rc=WELCOME&vt=a.b"],
    ["/membership-interest#main", "/membership-interest#main"],
  ])("accepts the path %s", (text, path) => {
    expect(safeReturnTo(text)).toBe(path);
  });

  it.each([
    ["nothing", ""],
    ["another site", "https://evil.example/"],
    ["another host without a scheme", "//evil.example/invite"],
    ["another host behind a backslash", "/\\evil.example/"],
    ["another host behind a tab", "/\t/evil.example/"],
    ["another host behind a dot", "/.//evil.example/"],
    ["a script", "javascript:alert(1)"],
    ["a relative path", "invite"],
    ["a line break with a second header", "/invite\r\nSet-Cookie: a=b"],
    ["a path longer than that of any page", `/${"a".repeat(2048)}`],
  ])("falls back to the start page for %s", (_, text) => {
    expect(safeReturnTo(text)).toBe("/");
  });

  const urlPart = fc.oneof(
    fc.string(),
    fc.constantFrom(
      "/",
      "\\",
      ".",
      "..",
      "//",
      "@",
      ":",
      "\t",
      "%2f",
      "%5c",
      "\u2215",
      "https:",
      "evil.example",
    ),
  );

  it("stays on this site for any requested value", () => {
    fc.assert(
      fc.property(fc.array(urlPart), (urlParts) => {
        const path = safeReturnTo(`/${urlParts.join("")}`);
        expect(path).toMatch(/^\/(?!\/)[\x21-\x7e]*$/);
        expect(new URL(path, "https://club.example/de/login").host).toBe("club.example");
      }),
    );
  });

  it("stays on this site after sign-in for any submitted value", async () => {
    const acq = await startStubAcq(() => ({ login: { token: "anything" } }));
    const club = await startClub({ ACQ_GRAPHQL_URL: acq.url });
    const visitor = newVisitor(club);
    await fc.assert(
      fc.asyncProperty(fc.array(urlPart), async (urlParts) => {
        const fields = { email: "a@b.example", password: "velvet", returnTo: urlParts.join("") };
        const { status, location } = await visitor.post(login, "/de/login", fields);
        expect(status).toBe(303);
        expect(new URL(location ?? "", "https://club.example/de/login").origin).toBe("https://club.example");
      }),
    );
    await club.stop();
    await acq.stop();
  });
});
