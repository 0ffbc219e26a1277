import fc from "fast-check";
import { expect, it } from "vitest";
import { parseResponseJson } from "./fetch-response.server";

const arbitraryResponseText = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.array(fc.constantFrom("\ud83d", "\ude00", "a", "\\ud83d", "😀")).map((textUnits) => textUnits.join("")),
);

it("JSON parser replaces lone surrogates, which a URL cannot encode, and leaves all other text unchanged", () => {
  fc.assert(
    fc.property(arbitraryResponseText, (responseText) => {
      const parsedResponse = parseResponseJson(JSON.stringify({ said: [responseText] }));
      const sentText = Buffer.from(responseText).toString();
      expect(parsedResponse).toEqual({ said: [sentText] });
      expect(decodeURIComponent(encodeURIComponent(sentText))).toBe(sentText);
    }),
  );
});

it("JSON parser throws a SyntaxError for invalid JSON", () => {
  expect(() => parseResponseJson(String.raw`{"said":"\ud83d`)).toThrow(SyntaxError);
});
