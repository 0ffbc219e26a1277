import { describe, expect, it } from "vitest";
import { projectFiles } from "./project-files";

const code = [".ts", ".tsx", ".mts", ".js", ".mjs"];

describe("the environment", () => {
  it.each([
    { folder: "app", reader: "app/config/environment.ts" },
    { folder: "acq", reader: "acq/main.ts" },
  ])("is read in $reader and nowhere else under $folder/", ({ folder, reader }) => {
    const readers = projectFiles([folder], code).filter(({ text }) =>
      /process\??\.env|process\[|=\s*process\b|["']node:process["']/.test(text),
    );
    expect(readers.map(({ path }) => path).filter((path) => path !== reader)).toEqual([]);
  });
});

describe("a page’s request", () => {
  // What a page template is chosen by (docs/decisions/precompressed-templates.md).
  it("is not read for headers: `requestInfo.headers` has those that count", () => {
    const reader = "app/request/context.server.ts";
    const read = projectFiles(["app/routes", "app/request", "app/root.tsx", "app/experiments"], code).flatMap(
      ({ path, text }) =>
        path === reader
          ? []
          : Array.from(text.matchAll(/request\.headers(?:\.\w+\("\w+"\))?/g), ([use]) => use),
    );
    expect(read).toEqual([]);
  });
});

describe("the checks", () => {
  // Written apart, so that this file does not find itself.
  const apart = [
    "eslint- disable",
    "oxlint- disable",
    "@ts- ignore",
    "@ts- expect-error",
    "@ts- nocheck",
    "prettier- ignore",
    "oxfmt- ignore",
  ];
  const places = ["app", "acq", "tests", "scripts", "server.ts", "vite.config.ts", ".oxlintrc.json"];
  const generated = "app/acq/schema.d.ts";

  it.each(apart.map((word) => word.replace(" ", "")))("are never turned off with %s", (word) => {
    const files = projectFiles(places, [...code, ".css", ".graphql"]);
    const found = files.filter(({ path, text }) => path !== generated && text.includes(word));
    expect(found.map(({ path }) => path)).toEqual([]);
  });
});
