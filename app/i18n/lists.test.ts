import { expect, test } from "vitest";
import { listIn } from "~/i18n/locales";

test("list of names follows the rules of the language", () => {
  const cities = ["Munich", "Dornach", "Vösendorf"];
  expect(listIn("en", cities)).toBe("Munich, Dornach and Vösendorf");
  expect(listIn("de", cities)).toBe("Munich, Dornach und Vösendorf");
  expect(listIn("it", cities)).toBe("Munich, Dornach e Vösendorf");
});

test("list in Polish binds a one-letter word to the next word, also in a name", () => {
  expect(listIn("pl", ["Monachium", "Dornach", "Vösendorf"])).toBe("Monachium, Dornach i\u00a0Vösendorf");
  expect(listIn("pl", ["Frankfurt", "Dom w Lesie"])).toBe("Frankfurt i\u00a0Dom w\u00a0Lesie");
});
