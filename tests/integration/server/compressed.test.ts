import { beforeAll, expect, it } from "vitest";
import { getSharedSite } from "../../support/shared-site";
import type { TestSite } from "../../support/velvetgate";
import { createHttpVisitor } from "./http-visitor";

let site: TestSite;
beforeAll(async () => {
  site = await getSharedSite();
});

const getPage = (path: string, acceptEncoding: string) =>
  createHttpVisitor(site).get(path, { "Accept-Encoding": acceptEncoding });

it.each([
  ["gzip, deflate, br, zstd", "br"],
  ["gzip", "gzip"],
  ["br;q=0, gzip", "gzip"],
  ["identity", null],
])(
  "build files requested with Accept-Encoding '%s' have the encoding %s",
  async (acceptEncoding, encoding) => {
    const page = await getPage("/de", "identity");
    const [, script = ""] = /"(\/assets\/page-[^"]+\.js)"/.exec(page.body) ?? [];
    for (const path of [script, "/icon.svg"]) {
      const answer = await getPage(path, acceptEncoding);
      expect([path, answer.headers.get("Content-Encoding")]).toEqual([path, encoding]);
      expect(answer.headers.get("Vary")).toContain("Accept-Encoding");
      expect(answer.body).toBe((await getPage(path, "identity")).body);
      expect(answer.headers.get("Content-Type")).toMatch(/javascript|svg/);
    }
  },
);

it.each([
  ["gzip, br", "br"],
  ["gzip", "gzip"],
])(
  "personalized pages requested with Accept-Encoding '%s' have the encoding %s",
  async (acceptEncoding, encoding) => {
    const answer = await getPage("/de/login", acceptEncoding);
    expect(answer.headers.get("Content-Encoding")).toBe(encoding);
    expect(answer.headers.get("Vary")).toContain("Accept-Encoding");
  },
);
