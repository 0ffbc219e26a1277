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
      const response = await getPage(path, acceptEncoding);
      expect([path, response.headers.get("Content-Encoding")]).toEqual([path, encoding]);
      expect(response.headers.get("Vary")).toContain("Accept-Encoding");
      expect(response.body).toBe((await getPage(path, "identity")).body);
      expect(response.headers.get("Content-Type")).toMatch(/javascript|svg/);
    }
  },
);

it.each([
  ["gzip, br", "br"],
  ["gzip", "gzip"],
])(
  "personalized pages requested with Accept-Encoding '%s' have the encoding %s",
  async (acceptEncoding, encoding) => {
    const response = await getPage("/de/login", acceptEncoding);
    expect(response.headers.get("Content-Encoding")).toBe(encoding);
    expect(response.headers.get("Vary")).toContain("Accept-Encoding");
  },
);
