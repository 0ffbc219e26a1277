import { beforeAll, describe, expect, it } from "vitest";
import { getSharedSite } from "../../support/shared-site";
import type { TestSite } from "../../support/velvetgate";
import { createHttpVisitor } from "./http-visitor";

let site: TestSite;
beforeAll(async () => {
  site = await getSharedSite();
});

const form = "/de/registration/formstarted";
/** The headers of a prefetch from another site's page, as sent by Chromium. */
const prefetchHeaders = { "Sec-Purpose": "prefetch", "Sec-Fetch-Dest": "document", "Sec-Fetch-Site": "none" };

describe("prefetch request", () => {
  it("does not count against the limit on links", async () => {
    const visitor = createHttpVisitor(site);
    for (let count = 0; count < 60; count += 1) {
      const response = await visitor.get(`${form}?rc=EVIL${count}`, prefetchHeaders);
      expect([response.status, response.headers.get("Cache-Control")]).toEqual([403, "no-store"]);
    }
    expect((await visitor.get(`${form}?rc=WELCOME`)).status).toBe(200);
  });

  it.each([{ "Sec-Purpose": "prefetch;prerender" }, { Purpose: "prefetch" }, { "X-Moz": "prefetch" }])(
    "gets 403 if it requests a landing page with a code and has the header %j",
    async (headers) => {
      expect((await createHttpVisitor(site).get("/de?rc=WELCOME", headers)).status).toBe(403);
    },
  );

  it("gets 200 if it requests a page without personal data", async () => {
    expect((await createHttpVisitor(site).get("/de/info/terms", prefetchHeaders)).status).toBe(200);
  });
});
