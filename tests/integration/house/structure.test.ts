import { describe, expect, it } from "vitest";
import { readProjectFiles } from "./project-files";

const codeExtensions = [".ts", ".tsx", ".mts", ".js", ".mjs"];

describe("process environment", () => {
  it.each([
    { folder: "app", reader: "app/config/environment.ts" },
    { folder: "acq", reader: "acq/main.ts" },
  ])("has a single reader in $folder/: $reader", ({ folder, reader }) => {
    const filesWithImport = readProjectFiles([folder], codeExtensions).filter(({ text }) =>
      /process\??\.env|process\[|=\s*process\b|["']node:process["']/.test(text),
    );
    expect(filesWithImport.map(({ path }) => path).filter((path) => path !== reader)).toEqual([]);
  });
});

describe("headers in page code", () => {
  // Only the headers in `requestInfo.headers` select the page template. With any other header, a page could have
  // another visitor's variant (docs/decisions/page-templates.md).
  it("come from `requestInfo.headers`, never directly from the request", () => {
    const reader = "app/request/context.server.ts";
    const headerReads = readProjectFiles(
      ["app/routes", "app/request", "app/root.tsx", "app/experiments"],
      codeExtensions,
    ).flatMap(({ path, text }) =>
      path === reader
        ? []
        : Array.from(text.matchAll(/request\.headers(?:\.\w+\("\w+"\))?/g), ([use]) => use),
    );
    expect(headerReads).toEqual([]);
  });
});

describe("lint, type and format checks", () => {
  // The forbidden texts, each with a space inserted. Without the space, this file itself would contain the texts.
  const suppressionComments = [
    "eslint- disable",
    "oxlint- disable",
    "@ts- ignore",
    "@ts- expect-error",
    "@ts- nocheck",
    "prettier- ignore",
    "oxfmt- ignore",
  ];
  const searchedPaths = ["app", "acq", "tests", "scripts", "server.ts", "vite.config.ts", ".oxlintrc.json"];
  const generatedFile = "app/acq/schema.d.ts";

  it.each(suppressionComments.map((suppression) => suppression.replace(" ", "")))(
    "stay enabled everywhere: no file contains %s",
    (suppression) => {
      const files = readProjectFiles(searchedPaths, [...codeExtensions, ".css", ".graphql"]);
      const filesWithWord = files.filter(
        ({ path, text }) => path !== generatedFile && text.includes(suppression),
      );
      expect(filesWithWord.map(({ path }) => path)).toEqual([]);
    },
  );
});
