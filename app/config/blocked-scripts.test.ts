import { expect, it } from "vitest";
import { findBlockedScripts } from "~/config/blocked-scripts";
import { readEnvironment } from "~/config/environment";

function findBlockedScriptsIn(environment: Record<string, string>): unknown[] {
  const result = readEnvironment({ ACQ_EMBEDDED: "true", ...environment });
  return result.ok ? findBlockedScripts(result.config) : result.faults;
}

const container = { GTM_CONTAINER_ID: "GTM-ABC123" };

it("CSP check reports no problem for a site without a tag manager", () => {
  expect(findBlockedScriptsIn({})).toEqual([]);
  expect(findBlockedScriptsIn({ CSP_SCRIPT_HOSTS: "tags.example" })).toEqual([]);
});

it.each([
  "www.googletagmanager.com",
  "tags.example,www.googletagmanager.com:443",
  "*.googletagmanager.com",
  "*",
  "https:",
])("CSP check accepts a tag manager if CSP_SCRIPT_HOSTS is %s", (hosts) => {
  expect(findBlockedScriptsIn({ ...container, CSP_SCRIPT_HOSTS: hosts })).toEqual([]);
});

it.each(["", "googletagmanager.com", "www.googletagmanager.com.example", "*.example", "http:"])(
  "CSP check reports a tag manager if CSP_SCRIPT_HOSTS is '%s'",
  (hosts) => {
    expect(findBlockedScriptsIn({ ...container, CSP_SCRIPT_HOSTS: hosts })).toEqual([
      { variable: "GTM_CONTAINER_ID", url: "https://www.googletagmanager.com" },
    ]);
  },
);

it("CSP check reports a consent service if CSP_SCRIPT_HOSTS does not contain its host", () => {
  const otherConsentService = { CONSENT_SCRIPT_URL: "https://cmp.example/loader.js" };
  expect(findBlockedScriptsIn(otherConsentService)).toEqual([
    { variable: "CONSENT_SCRIPT_URL", url: "https://cmp.example" },
  ]);
  expect(findBlockedScriptsIn({ ...otherConsentService, CSP_SCRIPT_HOSTS: "cmp.example" })).toEqual([]);
});
