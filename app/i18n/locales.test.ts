import { expect, it } from "vitest";
import { formatList } from "./locales";

it("list of names uses the punctuation and the conjunction of the language", () => {
  const cities = ["Munich", "Dornach", "Vösendorf"];
  expect(formatList("en", cities)).toBe("Munich, Dornach and Vösendorf");
  expect(formatList("de", cities)).toBe("Munich, Dornach und Vösendorf");
  expect(formatList("it", cities)).toBe("Munich, Dornach e Vösendorf");
});

it("list in Polish puts a non-breaking space after a one-letter word, also inside a name", () => {
  expect(formatList("pl", ["Monachium", "Dornach", "Vösendorf"])).toBe("Monachium, Dornach i\u00a0Vösendorf");
  expect(formatList("pl", ["Frankfurt", "Dom w Lesie"])).toBe("Frankfurt i\u00a0Dom w\u00a0Lesie");
});
