import fc from "fast-check";
import { domainToASCII, domainToUnicode } from "node:url";
import { describe, expect, it } from "vitest";
import { toEmailKey } from "../../../acq/email";
import { toAccountKey } from "~/request/limits/limit-keys.server";

const key = toAccountKey("zoe@müller.example");

describe("accountKeyOf", () => {
  it.each([
    ["capital letters", "ZOE@Müller.Example"],
    ["blanks around", " zoe@müller.example\n"],
    ["the domain’s ASCII form", "zoe@xn--mller-kva.example"],
    ["a decomposed letter", "zoe@mu\u0308ller.example"],
    ["wide letters", "ｚｏｅ@müller.example"],
    ["a letter that is another one’s capital", "zoe@müller.exampl\u{FF25}"],
    ["a dot at the end of the domain", "zoe@müller.example."],
  ])("returns the same key for an e-mail address with %s", (_, email) => {
    expect(toAccountKey(email)).toBe(key);
  });

  it.each(["zoe@muller.example", "zoe.@müller.example", "", "@", "zoe"])(
    "returns a different key for the e-mail address %j",
    (email) => {
      expect(toAccountKey(email)).not.toBe(key);
    },
  );

  it.each([
    ["zoe@weißgroß.example", "zoe@weiẞgroß.example", "zoe@xn--weigro-dtad.example", "ZOE@WEISSGROSS.EXAMPLE"],
    ["zoe@νόμος.example", "zoe@νόμοσ.example", "zoe@ΝΌΜΟΣ.example"],
  ])("returns the same key for all spellings of the domain in %s", (...emails) => {
    expect(new Set(emails.map(toAccountKey)).size).toBe(1);
  });

  it("returns the same key for e-mail addresses that acq treats as equal", () => {
    const domain = fc
      .array(
        fc.constantFrom(
          "ß",
          "ẞ",
          "ς",
          "σ",
          "Σ",
          "ü",
          "u\u0308",
          "ﬁ",
          "K",
          "i\u0307",
          "İ",
          "ſ",
          "\u0345",
          "a",
          "E",
        ),
        {
          minLength: 1,
          maxLength: 6,
        },
      )
      .map((letters) => `${letters.join("")}.example`);
    fc.assert(
      fc.property(domain, (unicodeDomain) => {
        const asciiDomain = domainToASCII(unicodeDomain);
        for (const spelling of [domainToUnicode(asciiDomain), asciiDomain, asciiDomain.toUpperCase()]) {
          const [email, otherEmail] = [`zoe@${unicodeDomain}`, `Zoe@${spelling}`];
          if (toEmailKey(email) !== undefined && toEmailKey(email) === toEmailKey(otherEmail))
            expect(toAccountKey(otherEmail)).toBe(toAccountKey(email));
        }
      }),
    );
  });

  it("returns a hash of fixed length for any text, which does not reveal the e-mail address", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(toAccountKey(text)).toMatch(/^[\w-]{43}$/);
        expect(toAccountKey(text.toUpperCase().toLowerCase())).toBe(toAccountKey(text));
      }),
    );
  });
});
