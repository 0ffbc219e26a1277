import { expect, test } from "vitest";
import { listIn } from "~/i18n/locales";

test("names in a row are joined as the language joins them", () => {
  const cities = ["Munich", "Dornach", "Vösendorf"];
  expect(listIn("en", cities)).toBe("Munich, Dornach and Vösendorf");
  expect(listIn("de", cities)).toBe("Munich, Dornach und Vösendorf");
  expect(listIn("it", cities)).toBe("Munich, Dornach e Vösendorf");
});

test("Polish binds a word of one letter to the next word, in a name too", () => {
  expect(listIn("pl", ["Monachium", "Dornach", "Vösendorf"])).toBe("Monachium, Dornach i\u00a0Vösendorf");
  expect(listIn("pl", ["Frankfurt", "Dom w Lesie"])).toBe("Frankfurt i\u00a0Dom w\u00a0Lesie");
});
