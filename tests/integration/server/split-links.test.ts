import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startVelvetgate, type Velvetgate } from "../../support/velvetgate";
import { pageEventsIn, type RenderedEvent } from "../../support/page-events";
import { createHttpVisitor, type HttpVisitor } from "./http-visitor";

let site: Velvetgate;
/**
 * `campaignLink`: a split link to four campaigns, of which three are shared pages. `form`: a split link to the
 * registration form.
 */
let campaignLink: string;
let form: string;
beforeAll(async () => {
  site = await startVelvetgate({ env: { LOG_LEVEL: "debug" } });
  const admin = createHttpVisitor(site);
  await admin.post("/en/login", {
    email: "admin@example.com",
    password: "velvetgate",
    returnTo: "/en/admin/splitgenerator",
  });
  campaignLink = await generateSplitLink(admin, ["/viral", "/social", "/membership-interest", "/"], "Spring");
  form = await generateSplitLink(admin, ["NEEDSVT", "WELCOME"]);
});
afterAll(() => site.stop());

async function generateSplitLink(
  admin: HttpVisitor,
  targets: readonly string[],
  label = "",
): Promise<string> {
  const fields = targets.flatMap((target, index): [string, string][] => [
    [`target-${index + 1}`, target],
    [`weight-${index + 1}`, "1"],
  ]);
  const formFields = { ...Object.fromEntries(fields), label };
  const { status, body, headers } = await admin.post("/en/admin/splitgenerator", formFields);
  expect([status, headers.get("Cache-Control")]).toEqual([200, "no-store"]);
  return /value="[^"]*(\/s\/[\w~-]+)"/.exec(body)?.[1] ?? "";
}

/** Returns the analytics event about the split link. A page may also contain other events. */
function findAssignment(body: string): RenderedEvent | undefined {
  return pageEventsIn(body).find(({ event }) => event === "assign_experiment");
}

describe("analytics event of a split link", () => {
  it("appears once on the target page, even if that page is a shared page", async () => {
    for (let visit = 0; visit < 12; visit += 1) {
      const visitor = createHttpVisitor(site);
      const { status, location = "" } = await visitor.get(`/de${campaignLink}`);
      expect(status).toBe(302);
      // The first request makes the site store the campaign's page in the page cache, without the event of the split
      // link.
      const sharedPage = await createHttpVisitor(site).get(location);
      expect(findAssignment(sharedPage.body)).toBeUndefined();

      const targetPage = await visitor.get(location);
      const targetPaths = ["/de/viral", "/de/social", "/de/membership-interest", "/de"];
      const target = targetPaths.indexOf(location) + 1;
      expect(findAssignment(targetPage.body)).toEqual({
        event: "assign_experiment",
        experiment: "Spring",
        variation: target,
      });
      expect(targetPage.headers.get("Cache-Control")).toBe("no-store");
      expect(findAssignment((await visitor.get(location)).body)).toBeUndefined();
      expect(findAssignment((await createHttpVisitor(site).get(location)).body)).toBeUndefined();
    }
  });

  it("waits while acq fails and the target page cannot be shown", async () => {
    const visitor = createHttpVisitor(site);
    const { location = "" } = await visitor.get(form);
    expect(location).toMatch(/^\/registration\/formstarted\?rc=(NEEDSVT|WELCOME)&vt=/);
    await site.addFault({ operationName: "checkRegistrationCode", kind: "status", value: 502, times: 2 });
    const failedPage = await visitor.get(location);
    expect([failedPage.status, findAssignment(failedPage.body)]).toEqual([503, undefined]);
    const targetPage = await visitor.get(location);
    expect(pageEventsIn(targetPage.body)).toEqual([
      { event: "assign_experiment", variation: location.includes("NEEDSVT") ? 1 : 2 },
      { event: "landing_form_registration" },
    ]);
    expect(findAssignment((await visitor.get(location)).body)).toBeUndefined();
  });

  it("waits for the deny page if the target's code is rejected", async () => {
    const visitor = createHttpVisitor(site);
    const { location = "" } = await visitor.get(form);
    const redirect = await visitor.get(location.replace(/vt=.*/, "vt=made-up"));
    expect(redirect).toMatchObject({ status: 303, location: "/registration/deny?reason=link" });
    const denyPage = await visitor.get(redirect.location ?? "");
    expect(denyPage.status).toBe(403);
    expect(findAssignment(denyPage.body)).toBeDefined();
  });

  it("remains after a HEAD request, and appears in the response to the next GET request", async () => {
    const visitor = createHttpVisitor(site);
    const { location = "" } = await visitor.get(campaignLink);
    const cookie = [...visitor.cookies].map((pair) => pair.join("=")).join("; ");
    const headResponse = await fetch(site.url(location), { method: "HEAD", headers: { Cookie: cookie } });
    expect(headResponse.headers.getSetCookie().join()).not.toContain("draft=");
    expect(findAssignment((await visitor.get(location)).body)).toBeDefined();
  });
});

describe("split link", () => {
  it("answers HEAD with the status and cookies of GET", async () => {
    const cookieNamesOf = (headers: Headers) => headers.getSetCookie().map((line) => line.split("=")[0]);
    const responseToGet = await createHttpVisitor(site).get(campaignLink);
    const headResponse = await fetch(site.url(campaignLink), { method: "HEAD", redirect: "manual" });
    expect([headResponse.status, cookieNamesOf(headResponse.headers)]).toEqual([
      responseToGet.status,
      cookieNamesOf(responseToGet.headers),
    ]);
    expect(cookieNamesOf(responseToGet.headers)).toEqual(["draft"]);
    for (const { headers } of [responseToGet, headResponse])
      expect(headers.get("Cache-Control")).toBe("no-store");
  });

  it("shows an uncacheable page if the link is invalid", async () => {
    for (const path of [
      `/de${campaignLink.slice(0, -1)}`,
      "/de/s/x",
      "/de/s/a.b.c~d",
      `/de${campaignLink}~`,
    ]) {
      const { status, headers, body } = await createHttpVisitor(site).get(path);
      expect([path, status]).toEqual([path, 404]);
      expect(body).toContain("Dieser Link funktioniert nicht");
      expect(body).toContain('href="/de/membership-interest"');
      expect(headers.get("Cache-Control")).toBe("no-store");
      expect(headers.getSetCookie().join()).not.toContain("draft=");
    }
  });

  it("rejects a submitted form with 405", async () => {
    const { status } = await createHttpVisitor(site).post(campaignLink, { label: "x" });
    expect(status).toBe(405);
  });

  it("does not appear in the log, and neither do the codes of its targets", async () => {
    await createHttpVisitor(site).get("/de/s/x");
    const lines = site.log().split("\n");
    const logText = lines.filter((line) => line.startsWith("{")).join("\n");
    expect(logText).toContain("listening");
    expect(logText).not.toMatch(/\/s\/(?!:token)|NEEDSVT|vt=/);
  });
});
