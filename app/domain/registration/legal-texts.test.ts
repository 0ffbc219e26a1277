import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fillLegalUrl, readLegalTexts, serializeLegalTexts } from "~/domain/registration/legal-texts";

describe("form field that records the legal texts of the form", () => {
  it("contains a text once if several countries share the text", () => {
    const germanTexts = { termsPkString: "terms-de", dataPolicyPkString: "privacy-de" };
    const swissTexts = { isoCode: "CH", termsPkString: "terms-ch", dataPolicyPkString: "privacy-de" };
    const legalTextsField = serializeLegalTexts([
      { isoCode: "AT", ...germanTexts },
      swissTexts,
      { isoCode: "DE", ...germanTexts },
    ]);
    expect(legalTextsField).toBe("AT+DE,terms-de,privacy-de CH,terms-ch,privacy-de");
  });

  it("can be parsed to the original texts, whatever keys acq gives to the texts", () => {
    const key = fc.string({ unit: "grapheme" });
    const arbitraryLegalTexts = fc.record({ termsPkString: key, dataPolicyPkString: key });
    fc.assert(
      fc.property(arbitraryLegalTexts, arbitraryLegalTexts, (one, other) => {
        const field = serializeLegalTexts([
          { isoCode: "DE", ...one },
          { isoCode: "CH", ...other },
        ]);
        expect(Object.fromEntries(readLegalTexts(field))).toEqual({ DE: one, CH: other });
      }),
    );
  });

  it.each(["", "{}", "DE", "DE,terms", "%,%,%", ",,,"])(
    "yields no text if the value is incomplete: %j",
    (field) => {
      expect(readLegalTexts(field).get("DE")).toBeUndefined();
    },
  );
});

it("fillLegalUrl URL-encodes the key of a legal text, whatever its characters", () => {
  expect(fillLegalUrl("/{country}/{key}", "DE", "a/ä")).toBe("/DE/a%2F%C3%A4");
});
