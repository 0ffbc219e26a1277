import { afterEach, describe, expect, it, vi } from "vitest";
import { cookiesFor } from "~/request/cookies/cookies.server";
import { setTimeZone } from "~/browser/time-zone.client";

/** A browser on this page: keeps what is assigned to document.cookie. */
function browser(protocol: "http:" | "https:", cookie = "") {
  const assigned: string[] = [];
  const document = {
    get cookie() {
      return cookie;
    },
    set cookie(value: string) {
      assigned.push(value);
    },
  };
  vi.stubGlobal("location", { protocol });
  vi.stubGlobal("document", document);
  return assigned;
}
afterEach(() => {
  vi.unstubAllGlobals();
});

describe("the cookie with the browser's time zone", () => {
  it.each([
    ["http:", "", "tz=Europe/Vienna; Path=/; SameSite=Lax"],
    ["https:", "", "__Host-tz=Europe/Vienna; Path=/; SameSite=Lax; Secure"],
    ["https:", "/acquisition", "__Secure-tz=Europe/Vienna; Path=/acquisition; SameSite=Lax; Secure"],
  ] as const)("is a session cookie under the name that the server reads: %s %s", (protocol, base, cookie) => {
    const assigned = browser(protocol);
    setTimeZone("Europe/Vienna", base);
    expect(assigned).toEqual([cookie]);
    expect(cookie).toMatch(
      new RegExp(`^${cookiesFor({ secure: protocol === "https:", basePath: base }).tz.name}=`),
    );
  });

  it("is set only when it says something new", () => {
    const same = browser("http:", "lang=de; tz=Europe/Vienna");
    setTimeZone("Europe/Vienna", "");
    expect(same).toEqual([]);
    const moved = browser("http:", "lang=de; tz=Europe/Vienna");
    setTimeZone("Europe/Paris", "");
    expect(moved).toEqual(["tz=Europe/Paris; Path=/; SameSite=Lax"]);
  });

  it.each(["", "a; Domain=evil.example"])("holds nothing but a time zone: %j", (timeZone) => {
    const assigned = browser("http:");
    setTimeZone(timeZone, "");
    expect(assigned).toEqual([]);
  });
});
