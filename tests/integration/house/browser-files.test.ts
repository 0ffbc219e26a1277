import { describe, expect, it } from "vitest";
import { expectBuilt } from "../../support/built";
import { projectFiles, type ProjectFile } from "./project-files";

expectBuilt();
const scripts = projectFiles(["build/client"], [".js"]);
const browserText = scripts.map(({ text }) => text).join("\n");

describe("the browser's files", () => {
  it("exist: the site was built", () => {
    expect(scripts.length).toBeGreaterThan(3);
  });

  it("hold no text of a server module", () => {
    const sources = projectFiles(["app"], [".ts", ".tsx"]);
    const shared = sources.filter(({ path }) => !path.includes(".server.")).map(({ text }) => text);
    const leaked = sources
      .filter(({ path }) => path.includes(".server."))
      .filter((file) => isIn(browserText, ownWords(file, shared.join("\n"))));
    expect(leaked.map(({ path }) => path)).toEqual([]);
  });

  it("hold no module of Node and no environment", () => {
    const found = scripts.filter(({ text }) => /["'`]node:|process\.env\b/.test(text));
    expect(found.map(({ path }) => path)).toEqual([]);
  });
});

/** Strings survive the minifier: those that no module for the browser holds tell a server module. */
function ownWords({ text }: ProjectFile, shared: string): string[] {
  const withoutImports = text.replace(/from "[^"]*"/g, "");
  const words = [...withoutImports.matchAll(/"([^"\\\n]{10,})"/g)].map(([, word]) => word ?? "");
  return [...new Set(words)].filter((word) => !shared.includes(word));
}

/** A single word may be a library's too (a media type, say); two or more are the module itself. */
function isIn(haystack: string, words: string[]): boolean {
  return words.length > 1 && words.every((word) => haystack.includes(word));
}
