import { parseWithZod } from "@conform-to/zod/v4";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { normalizeEmail, normalizeName, isEmailAddress } from "~/domain/registration/field-rules";
import { createFormSchema, emailSchema } from "~/domain/registration/registration.schema";

const completeForm = {
  gender: "FEMALE",
  firstname: "Zoë",
  lastname: "O’Neill",
  email: "zoe@example.com",
  country: "DE",
  terms: "on",
};

function parseForm(changes: Record<string, string | undefined>, rules = {}) {
  const form = new FormData();
  for (const [name, value] of Object.entries<string | undefined>({ ...completeForm, ...changes }))
    if (value !== undefined) form.set(name, value);
  const submission = parseWithZod(form, {
    schema: createFormSchema("default", { countries: ["DE", "AT"], salutationOptional: false, ...rules }),
  });
  const value = "value" in submission ? submission.value : undefined;
  return { status: submission.status, value, error: submission.reply().error };
}

it("registration schema accepts a complete form with or without the newsletter", () => {
  expect(parseForm({})).toMatchObject({ status: "success", value: { newsletter: false, terms: true } });
  expect(parseForm({ newsletter: "on" })).toMatchObject({ status: "success", value: { newsletter: true } });
});

it("registration schema reports every documented message (docs/product/registration.md#registration) for an empty form", () => {
  const emptyForm = Object.fromEntries(Object.keys(completeForm).map((name) => [name, undefined]));
  expect(parseForm(emptyForm).error).toEqual({
    gender: ["gender.required"],
    firstname: ["firstname.required"],
    lastname: ["lastname.required"],
    email: ["email.invalid"],
    country: ["country.required"],
    terms: ["terms.required"],
  });
});

it.each([
  ["15.06.1990", "1990-06-15"],
  ["15/6/1990", "1990-06-15"],
  ["5-6-1990", "1990-06-05"],
  [" 15. 6. 1990", "1990-06-15"],
  ["1990-06-15", "1990-06-15"],
])("registration schema parses a date of birth with the day first or in ISO format: %s", (input, bday) => {
  expect(parseForm({ bday: input })).toMatchObject({ status: "success", value: { bday } });
});

it.each(["06/15/1990", "31.02.1990", "15.06.90", "15061990", "1.1.1899", "15.06.1990.", "soon"])(
  "registration schema rejects the date of birth %s",
  (input) => {
    expect(parseForm({ bday: input }).error).toEqual({ bday: ["bday.invalid"] });
  },
);

describe("name validation", () => {
  it.each([
    "Zoë",
    "O’Neill",
    "D'Arcy",
    "Jean-Luc",
    "Dr. Strange",
    "Łukasz",
    "José María",
    "Ana·Maria",
    "李小龍",
    "Нина",
    "Åsa",
    "N\u0303",
    "J.R.R. Tolkien",
    "J.Smith",
    "J.R.Tolkien",
    "St. John",
    "O'Neill-Smith",
    "A. B. Müller",
    "Dr. med. Ng",
    "Ph.D. Berg",
    "Dipl.-Ing. Weiß",
    "M.-C. Dubois",
    "Ewwww",
  ])("accepts %s", (name) => {
    expect(parseForm({ firstname: name, lastname: name }).status).toBe("success");
  });

  it.each(["R2D2", "Zoë🎩", "<b>", "a\u0007b", "Eve;", "-", "."])(
    "rejects %j because of its characters",
    (name) => {
      expect(parseForm({ firstname: name }).error).toEqual({ firstname: ["firstname.characters"] });
    },
  );

  it.each([
    "Win at www.evil.example now",
    "evil.example",
    "Zoë.Evil.example",
    "www.x.y",
    "ＷＷＷ.x",
    "e-x.com",
    "ｅｖｉｌ.example",
    "bücher.example",
    "пример.рф",
    "t.co",
    "x.com",
    "T.Co",
    "o'b.com",
    "evil.\u034fcom",
    "ev\u0301il.\ufe0fcom",
  ])("rejects %s, which mail programs turn into a link", (name) => {
    expect(parseForm({ firstname: name }).error).toEqual({ firstname: ["firstname.characters"] });
    expect(parseForm({ lastname: name }).error).toEqual({ lastname: ["lastname.characters"] });
  });

  it.each([
    ["a zero-width non-joiner between Persian letters", "علی\u200cرضا"],
    ["a zero-width joiner in Devanagari", "क्\u200dष"],
    ["a zero-width non-joiner in Bengali", "র\u200c্য"],
  ])("leaves %s unchanged", (_description, name) => {
    expect(parseForm({ firstname: name, lastname: name })).toMatchObject({
      status: "success",
      value: { firstname: name, lastname: name },
    });
  });

  it.each([
    ["a zero-width space", "Zo\u200bë"],
    ["joiners in Latin", "Z\u200co\u200dë"],
    ["joiners at both ends", "\u200dZoë\u200c"],
    ["direction marks", "\u200eZoë\u202e"],
    ["direction isolates", "\u2066Zoë\u2069"],
    ["a soft hyphen", "Zo\u00adë"],
    ["a variation selector", "Zoë\ufe0f"],
    ["a byte order mark", "\ufeffZoë"],
    ["a tag character", "Zoë\u{e0041}"],
    ["invisible characters before spaces", "\u200b Zoë \u2060"],
    ["an invisible character within a composed letter", "Zoe\u034f\u0308"],
  ])("removes %s", (_description, name) => {
    expect(parseForm({ firstname: name })).toMatchObject({ status: "success", value: { firstname: "Zoë" } });
  });

  it("removes zero-width joiners that are repeated or at the end of a word", () => {
    expect(parseForm({ firstname: "علی\u200c\u200c\u200dرضا\u200c" })).toMatchObject({
      value: { firstname: "علی\u200cرضا" },
    });
  });

  it("reports a name of invisible characters as missing", () => {
    expect(parseForm({ firstname: "\u200b\u200d" }).error).toEqual({ firstname: ["firstname.required"] });
  });

  it("requires 1 to 100 characters after trimming and Unicode composition", () => {
    expect(parseForm({ firstname: `  ${"é".normalize("NFD").repeat(100)} ` }).status).toBe("success");
    // Normalizing a sequence of combining marks takes quadratic time, so a text that is too long is rejected before
    // normalizing.
    const longMarkSequence = `a${"\u0301".repeat(15_000)}${"\u0323".repeat(15_000)}`;
    expect(parseForm({ firstname: longMarkSequence }).error).toEqual({ firstname: ["firstname.tooLong"] });
    expect(parseForm({ firstname: "a".repeat(101) }).error).toEqual({ firstname: ["firstname.tooLong"] });
    expect(parseForm({ firstname: "   " }).error).toEqual({ firstname: ["firstname.required"] });
  });
});

describe("normalizeEmail", () => {
  it.each([
    ["a wide at sign", "zoe\uff20example.com"],
    ["a wide full stop", "zoe@example\uff0ecom"],
    ["an ideographic full stop", "zoe@example\u3002com"],
    ["a half-width ideographic full stop", "zoe@example\uff61com"],
    ["a one dot leader", "zoe@example\u2024com"],
    ["wide letters", "ｚｏｅ＠ｅｘａｍｐｌｅ．ｃｏｍ"],
    ["a zero-width space", "zoe@\u200bexample.com"],
    ["a joiner", "zoe\u200d@example.com"],
    ["direction marks", "\u202azoe@example.com\u202c"],
    ["a soft hyphen", "zoe@exam\u00adple.com"],
    ["a no-break space at its end", "zoe@example.com\u00a0"],
  ])("normalizes an e-mail address with %s", (_description, address) => {
    expect(parseForm({ email: address })).toMatchObject({
      status: "success",
      value: { email: "zoe@example.com" },
    });
    expect(emailSchema.parse(address)).toBe("zoe@example.com");
  });

  it("never returns a character that mail programs treat as a different character", () => {
    const addressCharacters = Array.from("aé@.\uff20\uff0e\u3002\uff61\u2024\ufe52\u200b\u200d\u00ad\ufe0f ");
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.oneof(fc.constantFrom(...addressCharacters), fc.string({ unit: "binary", maxLength: 1 })),
        }),
        (input) => {
          const emailAddress = normalizeEmail(input);
          expect(emailAddress).not.toMatch(/[\uff20\uff0e\u3002\uff61\u2024\ufe52\u00ad\u200b]/);
        },
      ),
    );
  });

  it("takes linear time for long input", () => {
    for (const forbiddenPart of ["\u0301\u0323", "\u200d", "\u3002", "@"]) {
      const input = forbiddenPart.repeat(50_000);
      expect(normalizeEmail(input)).toBe(input);
      expect(normalizeName(input)).toBe(input);
    }
  });
});

describe("e-mail address validation (HTML standard)", () => {
  it.each([
    "a@b",
    "zoe+club@example.co.uk",
    "o'neill@example.com",
    "zoe@müller.example",
    "zoe@例え.jp",
    "zoe@xn--mller-kva.example",
  ])("accepts %s", (emailAddress) => {
    expect(isEmailAddress(emailAddress)).toBe(true);
  });

  it.each([
    "",
    "zoe",
    "zoe@",
    "@example.com",
    "zoe@exa mple.com",
    "zoe@-a.com",
    "zoe@a..b",
    "zoe@a/b",
    "zoë@example.com",
    `${"a".repeat(250)}@b.de`,
    "a@xn--a.com",
    "a@1.2.3.999",
    "a@256.256.256.256",
    "a@1.2.3.4",
    "a@example.123",
    "a@0x7f.1",
    "a@b%2ecom",
    "a@bücher%2ecom",
    "zoe@example.com\u0001",
    "zoe@\u0000example.com",
    "zoe@b\u0085ücher.de",
    "a@\u00ad.com",
  ])("rejects '%s'", (emailAddress) => {
    expect(isEmailAddress(emailAddress)).toBe(false);
  });

  it("keeps the letter case as typed, and trims white space", () => {
    expect(parseForm({ email: "  Zoe@Example.com " })).toMatchObject({ value: { email: "Zoe@Example.com" } });
  });

  it("returns false quickly for invalid text of 50,000 characters", () => {
    fc.assert(
      fc.property(fc.constantFrom("a", "a@", "a.", "@", "a-", "-"), (part) => {
        expect(isEmailAddress(part.repeat(50_000 / part.length))).toBe(false);
      }),
    );
  });
});

it("registration schema rejects a country that the code does not allow, with a specific message", () => {
  expect(parseForm({ country: "FR" }).error).toEqual({ country: ["country.unavailable"] });
  expect(parseForm({ country: "XX" }).error).toEqual({ country: ["country.unavailable"] });
});

it("registration schema accepts a missing salutation only if the configuration makes salutations optional", () => {
  expect(parseForm({ gender: "NONE" }).error).toEqual({ gender: ["gender.required"] });
  expect(parseForm({ gender: "NONE" }, { salutationOptional: true }).status).toBe("success");
});
