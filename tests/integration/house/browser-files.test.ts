import { describe, expect, it } from "vitest";
import { expectSiteIsBuilt } from "../../support/built";
import { readProjectFiles, type ProjectFile } from "./project-files";

expectSiteIsBuilt();
const scripts = readProjectFiles(["build/client"], [".js"]);
const browserText = scripts.map(({ text }) => text).join("\n");

describe("built files for the browser", () => {
  it("include more than three scripts", () => {
    expect(scripts.length).toBeGreaterThan(3);
  });

  it("contain no strings from server modules", () => {
    const sourceFiles = readProjectFiles(["app"], [".ts", ".tsx"]);
    const sharedTexts = sourceFiles.filter(({ path }) => !path.includes(".server.")).map(({ text }) => text);
    const leakedSources = sourceFiles
      .filter(({ path }) => path.includes(".server."))
      .filter((file) => containsAllTexts(browserText, findTextsMissingFrom(file, sharedTexts.join("\n"))));
    expect(leakedSources.map(({ path }) => path)).toEqual([]);
  });

  it("contain no Node modules and no access to environment variables", () => {
    const nodeScripts = scripts.filter(({ text }) => /["'`]node:|process\.env\b/.test(text));
    expect(nodeScripts.map(({ path }) => path)).toEqual([]);
  });
});

/**
 * Returns the strings of a server module that occur in no browser module. The minifier does not change strings, so that
 * they show where the module is included.
 */
function findTextsMissingFrom({ text }: ProjectFile, sharedText: string): string[] {
  const textWithoutImports = text.replace(/from "[^"]*"/g, "");
  const stringTexts = [...textWithoutImports.matchAll(/"([^"\\\n]{10,})"/g)].map(([, word]) => word ?? "");
  return [...new Set(stringTexts)].filter((stringText) => !sharedText.includes(stringText));
}

/**
 * Returns true if the text of a built file contains all string literals of a module. The module is then in the file. A
 * single string, such as a media type, would not suffice: a library may contain it too.
 */
function containsAllTexts(searchedText: string, stringTexts: string[]): boolean {
  return stringTexts.length > 1 && stringTexts.every((stringText) => searchedText.includes(stringText));
}
