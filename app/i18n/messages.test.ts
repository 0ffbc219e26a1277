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

function readBaseKeys(locale: Locale): Set<string> {
  return new Set([...readMessages(locale).keys()].map((key) => key.replace(pluralSuffix, "")));
}

describe.each(localeCodes)("messages in %s", (locale) => {
  it("exist for every namespace, without extra files", () => {
    const files = readdirSync(new URL(`../../locales/${locale}`, import.meta.url))
      .filter((name) => name.endsWith(".json"))
      .sort();
    expect(files).toEqual(namespaces.map((namespace) => `${namespace}.json`).sort());
  });

  it("have exactly the keys of the English messages", () => {
    expect([...readBaseKeys(locale)].sort()).toEqual([...readBaseKeys("en")].sort());
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
    const keys = readMessages(locale);
    const plurals = new Set(
      [...keys.keys()].filter((key) => pluralSuffix.test(key)).map((key) => key.replace(pluralSuffix, "")),
    );
    expect(plurals.size).toBeGreaterThan(0);
    for (const baseKey of plurals)
      for (const category of requiredCategories)
        expect.soft([...keys.keys()], "a plural form").toContain(`${baseKey}_${category}`);
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
    const fieldMessage =
      /^(registration:.*\.(required|invalid|characters|tooLong)|landing:code\.characters)$/;
    const messages = [...readMessages(locale)].filter(([key]) => fieldMessage.test(key));
    expect(messages.length).toBeGreaterThan(8);
    for (const [key, text] of messages) expect.soft(text, key).toMatch(/\.$/);
  },
);

it("every message key is used in the source code", () => {
  const source = sourceText(new URL("../", import.meta.url));
  const unusedKeys = [...readBaseKeys("en")].filter((key) => !isUsed(key, source));
  expect(unusedKeys).toEqual([]);
});

/**
 * Returns true if the source contains the key, a template literal that can produce the key, or a field with this
 * message.
 */
function isUsed(key: string, source: string): boolean {
  if (source.includes(`"${key}"`)) return true;
  const message = key.replace(/^registration:/, "");
  return isFieldMessage(message) || findTemplates(source).some((template) => template.test(key));
}

let templates: RegExp[] | undefined;

function findTemplates(source: string): RegExp[] {
  templates ??= [...source.matchAll(/`([a-z]+:(?!\$\{\w+\}`)[^`]*\$\{[^`]*)`/g)].map(([, text = ""]) => {
    const pattern = text
      .split(/\$\{(?:[^{}]|\{[^{}]*\})*\}/)
      .map((part) => part.replace(/[.*+?^$()|[\]\\]/g, "\\$&"));
    return new RegExp(`^${pattern.join("[\\w.]+")}$`);
  });
  return templates;
}

function sourceText(folder: URL): string {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => readFileSync(new URL(name, folder), "utf8"))
    .join("\n");
}
