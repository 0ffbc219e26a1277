import fc from "fast-check";
import { domainToASCII, domainToUnicode } from "node:url";
import { describe, expect, it } from "vitest";
import { toEmailKey } from "../../../acq/email";
import { toAccountKey } from "~/request/limits/limit-keys.server";

const key = toAccountKey("zoe@müller.example");

describe("toAccountKey", () => {
  it.each([
    ["capital letters", "ZOE@Müller.Example"],
    ["white space around it", " zoe@müller.example\n"],
    ["the domain’s ASCII form", "zoe@xn--mller-kva.example"],
    ["a decomposed letter", "zoe@mu\u0308ller.example"],
    ["full-width letters", "ｚｏｅ@müller.example"],
    ["a full-width capital letter", "zoe@müller.exampl\u{FF25}"],
    ["a dot at the end of the domain", "zoe@müller.example."],
  ])("returns the key of zoe@müller.example even if the e-mail address is written with %s", (_, email) => {
    expect(toAccountKey(email)).toBe(key);
  });

  it.each(["zoe@muller.example", "zoe.@müller.example", "", "@", "zoe"])(
    "returns a key other than that of zoe@müller.example for %j",
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

  it.each(["zoe.ẞ@example.com", "ẞ\0"])(
    "returns the same key for %j and for the same text in lowercase",
    (text) => {
      expect(toAccountKey(text.toLowerCase())).toBe(toAccountKey(text));
    },
  );

  it("returns a hash of 43 characters for any text, and ignores the case of ASCII letters", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(toAccountKey(text)).toMatch(/^[\w-]{43}$/);
        // Changes only ASCII letters: changing the case of others can move a combining mark to another letter.
        const smallText = text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
        expect(toAccountKey(smallText)).toBe(toAccountKey(text));
      }),
    );
  });
});
