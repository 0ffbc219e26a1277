import { afterAll, beforeAll, expect, it } from "vitest";
import { createRawRequest, sendRawBytes } from "../http/raw-http";
import { startVelvetgate, type Velvetgate } from "../../support/velvetgate";

let site: Velvetgate;
beforeAll(async () => {
  site = await startVelvetgate({ env: { LOCALE_DOMAINS: "club.fr=fr,www.club.pl=pl" } });
});
afterAll(() => site.stop());

async function requestLocation(host: string, path: string, method = "GET") {
  const port = Number(new URL(site.origin).port);
  const response = await sendRawBytes(port, createRawRequest(`${method} ${path} HTTP/1.1`, { Host: host }));
  return { status: response?.status, location: response?.headers.get("location") };
}

it.each([
  ["www.localhost", "/de/social?rc=WELCOME&vt=1", "ORIGIN/de/social?rc=WELCOME&vt=1"],
  ["WWW.Club.FR:443", "/", "http://club.fr/"],
  [
    "club.pl",
    "/registration/formstarted?rc=WELCOME",
    "http://www.club.pl/registration/formstarted?rc=WELCOME",
  ],
  ["www.localhost", "//evil/", "ORIGIN//evil/"],
])("host that differs from the site's host by www. redirects to it: %s%s", async (host, path, location) => {
  expect(await requestLocation(host, path)).toEqual({
    status: 302,
    location: location.replace("ORIGIN", site.origin),
  });
});

it("HEAD request to a www. host is redirected, and a file is sent", async () => {
  expect((await requestLocation("www.club.fr", "/de", "HEAD")).location).toBe("http://club.fr/de");
  expect((await requestLocation("www.club.fr", "/icon.svg")).status).toBe(200);
});

it.each(["localhost", "club.fr", "www.club.pl", "192.0.2.1", "www.other.example"])(
  "the site's own and unknown hosts show the page: %s",
  async (host) => {
    expect(await requestLocation(host, "/de")).toEqual({ status: 200, location: undefined });
  },
);
