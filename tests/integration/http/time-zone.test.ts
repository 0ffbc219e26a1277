import { afterEach, describe, expect, it, vi } from "vitest";
import { createCookies } from "~/cookies/cookies.server";
import { setTimeZoneCookie } from "~/browser/time-zone.client";

/** Stubs a browser page and returns the values assigned to document.cookie. */
function createBrowser(protocol: "http:" | "https:", cookie = "") {
  const assignedCookies: string[] = [];
  const fakeDocument = {
    get cookie() {
      return cookie;
    },
    set cookie(value: string) {
      assignedCookies.push(value);
    },
  };
  vi.stubGlobal("location", { protocol });
  vi.stubGlobal("document", fakeDocument);
  return assignedCookies;
}
afterEach(() => {
  vi.unstubAllGlobals();
});

describe("time zone cookie", () => {
  it.each([
    ["http:", "", "tz=Europe/Vienna; Path=/; SameSite=Lax"],
    ["https:", "", "__Host-tz=Europe/Vienna; Path=/; SameSite=Lax; Secure"],
    ["https:", "/acquisition", "__Secure-tz=Europe/Vienna; Path=/acquisition; SameSite=Lax; Secure"],
  ] as const)(
    "lasts for the session, under the cookie name that the server expects (protocol %s, base path '%s')",
    (protocol, base, cookie) => {
      const assignedCookies = createBrowser(protocol);
      const cookieScope = { secure: protocol === "https:", basePath: base };
      setTimeZoneCookie("Europe/Vienna", base);
      expect(assignedCookies).toEqual([cookie]);
      expect(cookie).toMatch(
        new RegExp(`^${createCookies({ ...cookieScope, token: { cookie: "auth.token" } }).tz.name}=`),
      );
    },
  );

  it("gets a new value only if the time zone has changed", () => {
    const writtenCookies = createBrowser("http:", "lang=de; tz=Europe/Vienna");
    setTimeZoneCookie("Europe/Vienna", "");
    expect(writtenCookies).toEqual([]);
    const changedCookies = createBrowser("http:", "lang=de; tz=Europe/Vienna");
    setTimeZoneCookie("Europe/Paris", "");
    expect(changedCookies).toEqual(["tz=Europe/Paris; Path=/; SameSite=Lax"]);
  });

  it.each(["", "a; Domain=evil.example"])(
    "never contains a value that is not a time zone: %j",
    (timeZone) => {
      const assignedCookies = createBrowser("http:");
      setTimeZoneCookie(timeZone, "");
      expect(assignedCookies).toEqual([]);
    },
  );
});
