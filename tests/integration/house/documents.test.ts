import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { listAnchors } from "./anchors";
import { readProjectFiles } from "./project-files";

const documents = readProjectFiles(
  ["README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", "docs", "locales"],
  [".md"],
);

/** Returns the paragraphs and list items of a document, without tables and code. */
function listParagraphs(text: string): string[] {
  return text
    .replaceAll(/^```[\s\S]*?^```$/gm, "")
    .split(/\n\n+|\n(?= *(?:-|\d+\.) )/)
    .filter((paragraph) => !paragraph.startsWith("|"));
}

const countWords = (text: string) => text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

describe("project documentation", () => {
  it("link only to existing files and headings", () => {
    const links = documents.flatMap(({ path, text }) =>
      [...text.matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]*))?\)/g)].map(
        ([, file = "", heading]) => ({ path, heading, target: file ? join(dirname(path), file) : path }),
      ),
    );
    expect(links.length).toBeGreaterThan(150);
    const brokenLinks = links.filter(({ target, heading }) =>
      heading === undefined ? !existsSync(target) : !listAnchors(target).includes(heading),
    );
    expect(brokenLinks).toEqual([]);
  });

  it("name only npm scripts and test files that exist", () => {
    const scripts = z
      .object({ scripts: z.record(z.string(), z.string()) })
      .parse(JSON.parse(readFileSync("package.json", "utf8"))).scripts;
    const namedScripts = documents.flatMap(({ path, text }) =>
      [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, name = ""]) => ({ path, name })),
    );
    expect(namedScripts.length).toBeGreaterThan(20);
    expect(namedScripts.filter(({ name }) => !(name in scripts))).toEqual([]);
    const citedTests = documents.flatMap(({ path, text }) =>
      [...text.matchAll(/\b(?:app|tests)\/[\w./-]+\.(?:test|spec)\.tsx?\b/g)].map(([file]) => ({
        path,
        file,
      })),
    );
    expect(citedTests.length).toBeGreaterThan(5);
    expect(citedTests.filter(({ file }) => !existsSync(file))).toEqual([]);
  });

  it("have at most 24 KB each, and paragraphs of at most 120 words", () => {
    expect(documents.length).toBeGreaterThan(50);
    expect(documents.filter(({ text }) => text.length > 24 * 1024).map(({ path }) => path)).toEqual([]);
    const longParagraphs = documents.flatMap(({ path, text }) =>
      listParagraphs(text)
        .filter((paragraph) => countWords(paragraph) > 120)
        .map((paragraph) => `${path}: ${paragraph.slice(0, 60)}`),
    );
    expect(longParagraphs).toEqual([]);
  });

  it("include a README of at most 900 words, with paragraphs of at most 80 words", () => {
    const readme = documents.find(({ path }) => path === "README.md")?.text ?? "";
    expect(countWords(readme)).toBeLessThanOrEqual(900);
    expect(listParagraphs(readme).filter((paragraph) => countWords(paragraph) > 80)).toEqual([]);
  });
});
