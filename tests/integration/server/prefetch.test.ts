import { beforeAll, describe, expect, it } from "vitest";
import { sharedSite } from "../../support/shared-site";
import type { OpenSite } from "../../support/velvetgate";
import { newHttpVisitor } from "./http-visitor";

let site: OpenSite;
beforeAll(async () => {
  site = await sharedSite();
});

const form = "/de/registration/formstarted";
/** The headers of a prefetch that a page of another site has caused (seen with Chromium). */
const prefetch = { "Sec-Purpose": "prefetch", "Sec-Fetch-Dest": "document", "Sec-Fetch-Site": "none" };

describe("a prefetch", () => {
  it("uses none of the links that a network may try", async () => {
    const visitor = newHttpVisitor(site);
    for (let count = 0; count < 60; count += 1) {
      const answer = await visitor.get(`${form}?rc=EVIL${count}`, prefetch);
      expect([answer.status, answer.headers.get("Cache-Control")]).toEqual([403, "no-store"]);
    }
    expect((await visitor.get(`${form}?rc=WELCOME`)).status).toBe(200);
  });

  it.each([{ "Sec-Purpose": "prefetch;prerender" }, { Purpose: "prefetch" }, { "X-Moz": "prefetch" }])(
    "of the landing page with a code is refused, with %j",
    async (headers) => {
      expect((await newHttpVisitor(site).get("/de?rc=WELCOME", headers)).status).toBe(403);
    },
  );

  it("of a public page gets the page", async () => {
    expect((await newHttpVisitor(site).get("/de/info/terms", prefetch)).status).toBe(200);
  });
});
