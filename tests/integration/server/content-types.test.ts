import { beforeAll, expect, it } from "vitest";
import { getSharedSite } from "../../support/shared-site";
import type { TestSite } from "../../support/velvetgate";

let site: TestSite;
beforeAll(async () => {
  site = await getSharedSite();
});

const page = "text/html; charset=utf-8";

it.each([
  ["/de", page],
  ["/de/registration/formstarted?rc=WELCOME", page],
  ["/de/registration/deny", page],
  ["/de/error/404", page],
  ["/nothing.png", /^text\/plain; charset=utf-8$/i],
  ["/robots.txt", /^text\/plain; charset=utf-8$/i],
  ["/sitemap.xml", /^application\/xml; charset=utf-8$/i],
  ["/site.webmanifest", /^application\/manifest\+json/],
  ["/icon.svg", /^image\/svg\+xml/],
  ["/healthz", /^application\/json/],
])("response to %s has the content type %s and no CORS header", async (path, type) => {
  const { headers } = await fetch(site.url(path), { headers: { Origin: "https://evil.example" } });
  expect(headers.get("Content-Type")).toMatch(type);
  expect(headers.get("Access-Control-Allow-Origin")).toBeNull();
});
