import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readTypedCode } from "~/domain/registration/registration-code";

describe("typed code (docs/product/registration.md#registration-codes)", () => {
  it.each([
    ["WELCOME", "WELCOME"],
    ["  welcome ", "welcome"],
    ["VIP 20 26", "VIP2026"],
    ["VIP\u00a020\u202f26", "VIP2026"],
    ["WEL\u200bCO\u00adME\ufeff", "WELCOME"],
    ["a–b—c−d‐e", "a-b-c-d-e"],
    ["\tab_c\n", "ab_c"],
    ["WELCOME.", "WELCOME"],
    ["«WELCOME»", "WELCOME"],
    ["„Welcome“,", "Welcome"],
    ["(vip-2026)!", "vip-2026"],
    ["-a_", "-a_"],
  ])("normalizes %j", (input, code) => {
    expect(readTypedCode(input)).toEqual({ status: "ok", code, validityTimestamp: null });
  });

  it.each([
    ["https://club.example/de/?rc=WELCOME", "WELCOME", null],
    [" HTTPS://club.example/registration/formstarted?rc=NEEDSVT&vt=2026.abc-_ ", "NEEDSVT", "2026.abc-_"],
    ["<https://club.example/?rc=WELCOME>", "WELCOME", null],
    ["Dein Link: https://club.example/?rc=A&vt=abc= Bis bald!", "A", "abc"],
    ["club.example:8080/de?rc=VIP2026", "VIP2026", null],
    [`https://club.example/x?rc=A&vt=${"v".repeat(512)}`, "A", "v".repeat(512)],
    ["https://club.example/?rc=A&amp;vt=abc.d", "A", "abc.d"],
    ["https://club.example/?rc=A&rc=A", "A", null],
    ["https://club.example/?rc=WEL%E2%80%8BCOME.", "WELCOME", null],
  ])("reads the invitation link %j", (input, code, validityTimestamp) => {
    expect(readTypedCode(input)).toEqual({ status: "ok", code, validityTimestamp });
  });

  it.each(["", " ", "\u200b\u00a0"])("treats %j as missing", (input) => {
    expect(readTypedCode(input)).toEqual({ status: "missing" });
  });

  it.each([
    "<script>",
    "WÉLCOME",
    "A'B",
    "A".repeat(65),
    "🎩",
    "a/b",
    "...",
    "https://club.example/",
    "https://club.example/?rc=A&rc=B",
    "ftp://a/?rc=A",
    `https://club.example/x?rc=A&vt=${"v".repeat(513)}`,
  ])("rejects %j, which cannot be a code", (input) => {
    expect(readTypedCode(input)).toEqual({ status: "characters" });
  });

  it("stays the same when the normalized code is parsed again", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (input) => {
        const result = readTypedCode(input);
        if (result.status === "ok")
          expect(readTypedCode(result.code)).toEqual({ ...result, validityTimestamp: null });
      }),
    );
  });
});
