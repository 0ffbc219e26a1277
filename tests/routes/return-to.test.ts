import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { safeReturnTo } from "~/http/return-to";

describe("where a form may lead back to", () => {
  it.each([
    ["/", "/"],
    ["/de/invite", "/de/invite"],
    ["/registration/formstarted?rc=WELCOME&vt=a.b", "/registration/formstarted?rc=WELCOME&vt=a.b"],
    ["/membership-interest#main", "/membership-interest#main"],
  ])("is the path %s", (text, path) => {
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
    ["a second header", "/invite\r\nSet-Cookie: a=b"],
    ["more than any page's address", `/${"a".repeat(2048)}`],
  ])("is the start page for %s", (_, text) => {
    expect(safeReturnTo(text)).toBe("/");
  });

  it("is on this site whatever was sent", () => {
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom("/", "\\", ".", "..", "//", "@", ":", "\t", "%2f", "evil.example"),
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const path = safeReturnTo(`/${pieces.join("")}`);
        expect(path).toMatch(/^\/(?!\/)[\x21-\x7e]*$/);
        expect(new URL(path, "https://club.example/de/login").host).toBe("club.example");
      }),
    );
  });
});
