import { expect, test } from "vitest";
import { readEnvironment } from "~/config/environment";
import { shutOutScripts } from "~/server/program.server";

function shutOut(environment: Record<string, string>): unknown[] {
  const read = readEnvironment({ ACQ_EMBEDDED: "true", ...environment });
  return read.ok ? shutOutScripts(read.config) : read.faults;
}

const container = { GTM_CONTAINER_ID: "GTM-ABC123" };

test("a site without a tag manager has nothing to be told", () => {
  expect(shutOut({})).toEqual([]);
  expect(shutOut({ CSP_SCRIPT_HOSTS: "tags.example" })).toEqual([]);
});

test.each([
  "www.googletagmanager.com",
  "tags.example,www.googletagmanager.com:443",
  "*.googletagmanager.com",
  "*",
  "https:",
])("a tag manager that %s lets in is fine", (hosts) => {
  expect(shutOut({ ...container, CSP_SCRIPT_HOSTS: hosts })).toEqual([]);
});

test.each(["", "googletagmanager.com", "www.googletagmanager.com.example", "*.example", "http:"])(
  "a tag manager that '%s' shuts out is told",
  (hosts) => {
    expect(shutOut({ ...container, CSP_SCRIPT_HOSTS: hosts })).toEqual([
      { variable: "GTM_CONTAINER_ID", url: "https://www.googletagmanager.com" },
    ]);
  },
);

test("so is a consent service elsewhere", () => {
  const elsewhere = { CONSENT_SCRIPT_URL: "https://cmp.example/loader.js" };
  expect(shutOut(elsewhere)).toEqual([{ variable: "CONSENT_SCRIPT_URL", url: "https://cmp.example" }]);
  expect(shutOut({ ...elsewhere, CSP_SCRIPT_HOSTS: "cmp.example" })).toEqual([]);
});
