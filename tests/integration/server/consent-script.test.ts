import { beforeAll, expect, it } from "vitest";
import { getSharedSite } from "../../support/shared-site";
import type { TestSite } from "../../support/velvetgate";
import { createHttpVisitor } from "./http-visitor";

let sites: TestSite[];
beforeAll(async () => {
  sites = await Promise.all([getSharedSite(), getSharedSite({ basePath: "/acquisition" })]);
});

const scriptPath = "/entrance/cmp/js/cmp_min.js";

it("consent script has at most 1.2 KB compressed, may be cached for an hour, and has one URL below any base path", async () => {
  for (const site of sites)
    for (const query of ["", "?2026112121"]) {
      const response = await fetch(`${site.origin}${scriptPath}${query}`, {
        headers: { "Accept-Encoding": "br" },
      });
      expect(response.status).toBe(200);
      expect(response.headers.get("Content-Type")).toMatch(/javascript/);
      expect(response.headers.get("Content-Encoding")).toBe("br");
      expect(response.headers.get("Cache-Control")).toBe("public, max-age=3600");
      expect(response.headers.getSetCookie()).toEqual([]);
      expect(Number(response.headers.get("Content-Length"))).toBeLessThanOrEqual(1.2 * 1024);
      expect(await response.text()).not.toMatch(/https?:\/\//);
    }
});

it("consent script's directory contains no other files", async () => {
  for (const site of sites)
    for (const path of ["/entrance/cmp/", "/entrance/cmp/js/other.js", `${scriptPath}/x`])
      expect((await fetch(`${site.origin}${path}`, { redirect: "manual" })).status, path).toBe(404);
});

it("consent script is not loaded by a script element in the HTML", async () => {
  for (const path of ["/de", "/de/registration/activateaccount?accountActivationId=any"]) {
    const [site] = sites;
    if (!site) throw new Error("no site");
    expect((await createHttpVisitor(site).get(path)).body).not.toMatch(/<script[^>]*entrance/);
  }
});
