import { expect, it } from "vitest";
import { getSharedSite } from "../../support/shared-site";

it.each(["", "/acquisition"])(
  "favicon.ico, which browsers request by themselves, is served under '%s'",
  async (basePath) => {
    const site = await getSharedSite(basePath === "" ? {} : { basePath });
    const response = await fetch(site.url("/favicon.ico"));
    expect(response.status).toBe(200);
    expect(response.headers.get("Content-Type")).toMatch(/^image\/(?:x-icon|vnd\.microsoft\.icon)$/);
    expect(response.headers.get("Cache-Control")).toBe("public, max-age=3600");
    const icon = new DataView(await response.arrayBuffer());
    // The header of an icon file with two images.
    expect([0, 2, 4].map((offset) => icon.getUint16(offset, true))).toEqual([0, 1, 2]);
  },
);
