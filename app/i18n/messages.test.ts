import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { isFieldMessage } from "~/domain/registration/registration-fields";
import { namespaces, localeCodes, type Locale } from "~/i18n/locales";
import { getMessages } from "~/i18n/translator.server";

const pluralSuffix = /_(zero|one|two|few|many|other)$/;

function readMessages(locale: Locale): Map<string, string> {
  const messages = getMessages(locale);
  return new Map(
    namespaces.flatMap((namespace) =>
      Object.entries(messages[namespace] ?? {}).map(([key, text]) => [`${namespace}:${key}`, text]),
    ),
  );
}

function findPlaceholders(text: string): string[] {
  return [...text.matchAll(/\{\{\s*(\w+)[^}]*\}\}|<(\/?\w+)>/g)].map(([match]) => match).sort();
}

function readKeysWithoutPluralSuffix(locale: Locale): Set<string> {
  return new Set([...readMessages(locale).keys()].map((key) => key.replace(pluralSuffix, "")));
}

describe.each(localeCodes)("messages in %s", (locale) => {
  it("exist for every namespace, without extra files", () => {
    const messageFiles = readdirSync(new URL(`../../locales/${locale}`, import.meta.url))
      .filter((name) => name.endsWith(".json"))
      .sort();
    expect(messageFiles).toEqual(namespaces.map((namespace) => `${namespace}.json`).sort());
  });

  it("have exactly the keys of the English messages", () => {
    expect([...readKeysWithoutPluralSuffix(locale)].sort()).toEqual(
      [...readKeysWithoutPluralSuffix("en")].sort(),
    );
  });

  it("have the same placeholders and tags as the English messages", () => {
    const englishMessages = readMessages("en");
    for (const [key, text] of readMessages(locale)) {
      const englishText =
        englishMessages.get(key) ?? englishMessages.get(key.replace(pluralSuffix, "_other"));
      expect.soft(findPlaceholders(text), key).toEqual(findPlaceholders(englishText ?? ""));
    }
  });

  it("have each plural form that the language needs", () => {
    const requiredCategories = new Intl.PluralRules(locale).resolvedOptions().pluralCategories;
    const messagesByKey = readMessages(locale);
    const plurals = new Set(
      [...messagesByKey.keys()]
        .filter((key) => pluralSuffix.test(key))
        .map((key) => key.replace(pluralSuffix, "")),
    );
    expect(plurals.size).toBeGreaterThan(0);
    for (const keyWithoutSuffix of plurals)
      for (const pluralCategory of requiredCategories)
        expect
          .soft([...messagesByKey.keys()], "a plural form")
          .toContain(`${keyWithoutSuffix}_${pluralCategory}`);
  });

  it("use typographic quotes and are never empty", () => {
    for (const [key, text] of readMessages(locale)) {
      expect.soft(text.trim(), key).not.toBe("");
      expect.soft(text, key).not.toMatch(/["']/);
    }
  });
});

// English is excluded: its texts are fixed by docs/product/registration.md#registration and have no full stops.
it.each(localeCodes.filter((locale) => locale !== "en"))(
  "error messages of fields in %s end with a full stop",
  (locale) => {
    const fieldMessageKeyPattern =
      /^(registration:.*\.(required|invalid|characters|tooLong)|landing:code\.characters)$/;
    const messages = [...readMessages(locale)].filter(([key]) => fieldMessageKeyPattern.test(key));
    expect(messages.length).toBeGreaterThan(8);
    for (const [key, text] of messages) expect.soft(text, key).toMatch(/\.$/);
  },
);

it("every message key is used in the source code", () => {
  const source = readSourceText(new URL("../", import.meta.url));
  const unusedKeys = [...readKeysWithoutPluralSuffix("en")].filter((key) => !isKeyUsed(key, source));
  expect(unusedKeys).toEqual([]);
});

/**
 * Returns true if the source contains the key, a template literal that can produce the key, or a field with this
 * message.
 */
function isKeyUsed(key: string, source: string): boolean {
  if (source.includes(`"${key}"`)) return true;
  const message = key.replace(/^registration:/, "");
  return isFieldMessage(message) || findKeyTemplatePatterns(source).some((template) => template.test(key));
}

let keyTemplatePatterns: RegExp[] | undefined;

function findKeyTemplatePatterns(source: string): RegExp[] {
  keyTemplatePatterns ??= [...source.matchAll(/`([a-z]+:(?!\$\{\w+\}`)[^`]*\$\{[^`]*)`/g)].map(
    ([, text = ""]) => {
      const pattern = text
        .split(/\$\{(?:[^{}]|\{[^{}]*\})*\}/)
        .map((part) => part.replace(/[.*+?^$()|[\]\\]/g, "\\$&"));
      return new RegExp(`^${pattern.join("[\\w.]+")}$`);
    },
  );
  return keyTemplatePatterns;
}

function readSourceText(folder: URL): string {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => readFileSync(new URL(name, folder), "utf8"))
    .join("\n");
}
