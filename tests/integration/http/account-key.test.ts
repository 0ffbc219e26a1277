import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { accountKeyOf } from "~/request/limits/limit-keys.server";

const key = accountKeyOf("zoe@müller.example");

describe("accountKeyOf", () => {
  it.each([
    ["capital letters", "ZOE@Müller.Example"],
    ["blanks around", " zoe@müller.example\n"],
    ["the domain’s ASCII form", "zoe@xn--mller-kva.example"],
    ["a decomposed letter", "zoe@mu\u0308ller.example"],
    ["wide letters", "ｚｏｅ@müller.example"],
    ["a letter that is another one’s capital", "zoe@müller.exampl\u{FF25}"],
  ])("returns the same key with %s", (_, email) => {
    expect(accountKeyOf(email)).toBe(key);
  });

  it.each(["zoe@muller.example", "zoe.@müller.example", "zoe@müller.example.", "", "@", "zoe"])(
    "returns another key for %j",
    (email) => {
      expect(accountKeyOf(email)).not.toBe(key);
    },
  );

  it("reveals nothing of the address, whatever was typed", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(accountKeyOf(text)).toMatch(/^[\w-]{43}$/);
        expect(accountKeyOf(text.toUpperCase().toLowerCase())).toBe(accountKeyOf(text));
      }),
    );
  });
});
