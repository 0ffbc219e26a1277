import * as consent from "~/routes/consent/route";
import * as notFoundPage from "~/routes/error/404/route";
import * as serverErrorPage from "~/routes/error/500/route";
import * as logout from "~/routes/logout/route";
import * as events from "~/routes/registration/events/route";
import * as unmatched from "~/routes/unmatched/route";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isAssetPath } from "~/request/paths";
import { type Club, startClub } from "../../support/route-context";
import { newVisitor } from "../../support/visitor";

let club: Club;
beforeAll(async () => {
  club = await startClub();
});
afterAll(() => club.stop());

describe("URL that matches no route", () => {
  it.each([
    ["/no/such/page", "/error/404"],
    ["/de/no/such/page?x=1", "/de/error/404"],
  ])("redirects %s to %s", async (path, location) => {
    expect(await newVisitor(club).get(unmatched, path)).toMatchObject({ status: 302, location });
  });

  it("answers a submitted form with 404", async () => {
    const response = await newVisitor(club).post(unmatched, "/de/no/such/page", { intent: "resend" });
    expect(response).toMatchObject({ status: 404, location: null });
  });
});

describe("isAssetPath", () => {
  it.each(["/no/such/picture.png", "/de/old.css", "/wp-login.php", "/de/robots.txt"])(
    "returns true for a missing file: %s",
    (path) => {
      expect(isAssetPath(path)).toBe(true);
    },
  );

  it.each([
    "/",
    "/de/invite",
    "/v1.2/page",
    "/de/invite.data",
    "/robots.txt",
    "/sitemap.xml",
    "/site.webmanifest",
  ])("returns false for a page or a file with a route: %s", (path) => {
    expect(isAssetPath(path)).toBe(false);
  });
});

describe("not found page", () => {
  it.each([
    ["/error/404", notFoundPage],
    ["/de/error/404", notFoundPage],
    ["/logout", logout],
    ["/consent", consent],
  ])("answers %s with 404 and names the path", async (path, route) => {
    const message = `Page not found: ${path.replace("/de", "")}`;
    expect(await newVisitor(club).get(route, path)).toMatchObject({ status: 404, data: { message } });
  });
});

it("error page /error/500 has the status 500", async () => {
  expect(await newVisitor(club).get(serverErrorPage, "/error/500")).toMatchObject({ status: 500 });
});

it("event stream answers 204 if the visitor has no registration", async () => {
  const response = await newVisitor(club).get(events, "/registration/events");
  expect(response).toMatchObject({ status: 204, data: "" });
});
