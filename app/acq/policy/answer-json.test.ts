import fc from "fast-check";
import { expect, it } from "vitest";
import { answerJson } from "~/acq/policy/fetch-answer.server";

const text = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.array(fc.constantFrom("\ud83d", "\ude00", "a", "\\ud83d", "😀")).map((units) => units.join("")),
);

it("JSON parser makes every text encodable in a URL and keeps well-formed text", () => {
  fc.assert(
    fc.property(text, (said) => {
      const read = answerJson.parse(JSON.stringify({ said: [said] }));
      const sent = Buffer.from(said).toString();
      expect(read).toEqual({ said: [sent] });
      expect(decodeURIComponent(encodeURIComponent(sent))).toBe(sent);
    }),
  );
});

it("JSON parser throws a SyntaxError for invalid JSON", () => {
  expect(() => answerJson.parse(String.raw`{"said":"\ud83d`)).toThrow(SyntaxError);
});
