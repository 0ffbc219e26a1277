import fc from "fast-check";
import { describe, expect, it } from "vitest";
import blocklist from "~/domain/referrer/blocklist.json";
import { findForbiddenReferrer, referrerGroups } from "~/domain/referrer/referrer.server";

const allBlocklistEntries = Object.entries(blocklist).flatMap(([group, entries]) =>
  entries.map((entry) => ({ group, entry })),
);
/** Returns the shortest host name that an entry of the referrer blocklist matches. */
const createHostOfEntry = (entry: string) => (entry.endsWith(".") ? `${entry}de` : entry);
const findBlocklistGroup = (host: string) => findForbiddenReferrer(`https://${host}/`, [])?.group;

/**
 * Compares a host with an entry of the referrer blocklist label by label
 * (docs/product/registration.md#referrers-and-country).
 */
function matchesEntry(host: string, entry: string): boolean {
  const hostLabels = host.split(".");
  const entryLabels = entry.split(".").filter((label) => label !== "");
  const lastStartIndex = hostLabels.length - entryLabels.length - (entry.endsWith(".") ? 1 : 0);
  return hostLabels.some(
    (_, startIndex) =>
      startIndex <= lastStartIndex &&
      entryLabels.every((label, index) => hostLabels[startIndex + index] === label),
  );
}

describe("referrer list", () => {
  it("has six groups and about 290 unique entries", () => {
    expect(Object.keys(blocklist).sort()).toEqual([...referrerGroups].sort());
    expect(allBlocklistEntries.length).toBeGreaterThanOrEqual(280);
    expect(allBlocklistEntries.length).toBeLessThanOrEqual(300);
    expect(new Set(allBlocklistEntries.map(({ entry }) => entry)).size).toBe(allBlocklistEntries.length);
  });

  it("consists of lower-case host names, some of which end in a dot instead of a top-level domain", () => {
    for (const { entry } of allBlocklistEntries) {
      expect.soft(entry).toMatch(/^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+(?:[a-z]{2,})?$/);
      expect.soft(new URL(`https://${createHostOfEntry(entry)}`).hostname).toBe(createHostOfEntry(entry));
    }
  });

  it("assigns each listed host to the group that lists the host, even if another group's entry also matches", () => {
    for (const { group, entry } of allBlocklistEntries)
      expect.soft(findBlocklistGroup(createHostOfEntry(entry)), entry).toBe(group);
  });

  it("contains no entry that a broader entry of the same group already covers", () => {
    const unreachableEntries = allBlocklistEntries.filter(({ group, entry }) =>
      allBlocklistEntries.some(
        (other) =>
          other.group === group &&
          other.entry !== entry &&
          matchesEntry(createHostOfEntry(entry), other.entry),
      ),
    );
    expect(unreachableEntries).toEqual([]);
  });
});

describe("findForbiddenReferrer", () => {
  it.each([
    ["https://www.google.de/", "search"],
    ["https://google.com", "search"],
    ["http://WWW.GOOGLE.CO.UK:8080/search?q=x", "search"],
    ["https://www.google.de./", "search"],
    ["https://user:password@www.reddit.com/r/x", "forum"],
    ["https://l.facebook.com/l.php?u=x", "social"],
    ["https://mail.google.com/mail/u/0", "mail"],
    ["https://www.mydealz.de/deals/x", "deal"],
    ["https://www.gutscheine.de/shops/x", "coupon"],
  ])("returns the group of a listed referrer: %s", (referrer, group) => {
    const { hostname } = new URL(referrer);
    expect(findForbiddenReferrer(referrer, [])).toEqual({ group, host: hostname.replace(/\.$/, "") });
  });

  it.each([
    undefined,
    "",
    "about:blank",
    "www.google.de",
    "https://",
    "https://notgoogle.de/",
    "https://google-blog.example/",
    "https://about.google/",
    "https://google/",
    "https://club.example/?from=https://www.google.de/",
    "https://www.google.de@club.example/",
    "https://notreddit.com/",
    "https://reddit.community/",
    "android-app://com.google.android.gm/",
    "https://192.0.2.1/",
    "https://[2001:db8::1]/",
  ])("returns undefined for a referrer that is not listed: %s", (referrer) => {
    expect(findForbiddenReferrer(referrer, [])).toBeUndefined();
  });

  it("returns undefined for a host of the site, at any port or scheme", () => {
    const siteHosts = ["club.google.example", "shop.reddit.com"];
    for (const referrer of ["http://club.google.example:3000/x", "https://shop.reddit.com/"])
      expect(findForbiddenReferrer(referrer, siteHosts)).toBeUndefined();
    expect(findForbiddenReferrer("https://other.shop.reddit.com/", siteHosts)).toMatchObject({
      group: "forum",
    });
  });

  const arbitraryLabel = fc.stringMatching(/^[a-z0-9]{1,12}$/);
  const wordFromReferrerList = fc.constantFrom(
    ...allBlocklistEntries.flatMap(({ entry }) => createHostOfEntry(entry).split(".")),
  );
  const arbitraryListedHost = fc.constantFrom(
    ...allBlocklistEntries.map(({ entry }) => createHostOfEntry(entry)),
  );
  const arbitraryHostPart = fc.oneof(
    arbitraryLabel,
    wordFromReferrerList,
    arbitraryListedHost,
    fc.tuple(arbitraryLabel, arbitraryListedHost).map((pair) => pair.join("")),
    fc.tuple(arbitraryListedHost, arbitraryLabel).map((pair) => pair.join("")),
  );

  it("matches entries by whole host name labels only", () => {
    fc.assert(
      fc.property(fc.array(arbitraryHostPart, { minLength: 1, maxLength: 4 }), (hostParts) => {
        const host = hostParts.join(".");
        fc.pre(URL.canParse(`https://${host}/`) && new URL(`https://${host}/`).hostname === host);
        expect(findBlocklistGroup(host) !== undefined).toBe(
          allBlocklistEntries.some(({ entry }) => matchesEntry(host, entry)),
        );
      }),
      { numRuns: 2000 },
    );
  });

  it("throws no error for any text", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        findForbiddenReferrer(text, []);
        findForbiddenReferrer(`https://${text}`, []);
      }),
    );
    expect(findForbiddenReferrer(`https://${"a.".repeat(25_000)}example/`, [])).toBeUndefined();
  });
});
