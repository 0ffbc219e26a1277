import fc from "fast-check";
import { expect, it } from "vitest";
import { parseAnswerJson } from "./fetch-answer.server";

const arbitraryAnswerText = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.array(fc.constantFrom("\ud83d", "\ude00", "a", "\\ud83d", "😀")).map((textUnits) => textUnits.join("")),
);

it("JSON parser replaces half surrogate pairs, which a URL cannot encode, and leaves other text unchanged", () => {
  fc.assert(
    fc.property(arbitraryAnswerText, (answerText) => {
      const parsedAnswer = parseAnswerJson(JSON.stringify({ said: [answerText] }));
      const sentText = Buffer.from(answerText).toString();
      expect(parsedAnswer).toEqual({ said: [sentText] });
      expect(decodeURIComponent(encodeURIComponent(sentText))).toBe(sentText);
    }),
  );
});

it("JSON parser throws a SyntaxError for invalid JSON", () => {
  expect(() => parseAnswerJson(String.raw`{"said":"\ud83d`)).toThrow(SyntaxError);
});
