import * as formStarted from "~/routes/registration/formstarted/route";
import * as landing from "~/routes/landing/route";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { readStoredCode, storeVisit } from "~/ui/components/stored-code";
import { CodeForm } from "~/ui/components/code-form";
import { formPath } from "../../../tests/support/registration";
import { type Club, startClub } from "../../../tests/support/route-context";
import { renderView } from "../../../tests/support/view-html";
import { newVisitor } from "../../../tests/support/visitor";

afterEach(() => {
  vi.unstubAllGlobals();
});

function stubStorage(content: Record<string, string> = {}): Map<string, string> {
  const storedItems = new Map(Object.entries(content));
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => storedItems.get(name) ?? null,
    setItem: (name: string, value: string) => storedItems.set(name, value),
  });
  return storedItems;
}

describe("browser storage of a visit (docs/product/cookies-and-events.md#cookies-and-storage)", () => {
  it("contains the latest code and the first forbidden referrer, if any", () => {
    const stubbedStorage = stubStorage();
    storeVisit({ registrationCode: "WELCOME" });
    expect([...stubbedStorage]).toEqual([["rc", "WELCOME"]]);
    storeVisit({ fref: "www.google.de" });
    storeVisit({ registrationCode: undefined, fref: undefined });
    storeVisit({ fref: "www.bing.com" });
    storeVisit({ registrationCode: "VIP2026" });
    expect([...stubbedStorage]).toEqual([
      ["rc", "VIP2026"],
      ["fref", "www.google.de"],
    ]);
  });

  it.each([
    ["a code", { rc: "WELCOME" }, "WELCOME"],
    ["undefined if nothing is stored", {}, undefined],
    ["undefined for an invalid code", { rc: "<b>!" }, undefined],
    ["undefined for an empty text", { rc: "" }, undefined],
    ["undefined for a text that is too long", { rc: "x".repeat(65) }, undefined],
  ])("yields only a valid code: %s", (_, content, code) => {
    stubStorage(content);
    expect(readStoredCode()).toBe(code);
  });

  it.each([
    ["is blocked", { get: () => throwForbidden() }],
    ["does not exist", { value: undefined }],
  ])("returns nothing when storage %s", (_, property) => {
    vi.stubGlobal("localStorage", undefined);
    Object.defineProperty(globalThis, "localStorage", { configurable: true, ...property });
    expect(() => storeVisit({ registrationCode: "WELCOME" })).not.toThrow();
    expect(readStoredCode()).toBeUndefined();
  });

  it("returns nothing when storage is full", () => {
    vi.stubGlobal("localStorage", { setItem: throwForbidden, getItem: throwForbidden });
    expect(() => storeVisit({ registrationCode: "WELCOME" })).not.toThrow();
    expect(readStoredCode()).toBeUndefined();
  });
});

function throwForbidden(): never {
  throw new DOMException("denied", "SecurityError");
}

it("stored code does not appear in HTML rendered on the server", () => {
  stubStorage({ rc: "WELCOME" });
  expect(renderView(<CodeForm typedCode={undefined} error={undefined} />)).not.toContain("WELCOME");
  expect(renderView(<CodeForm typedCode="VIP2026" error={undefined} />)).toContain('value="VIP2026"');
});

describe("code passed to the browser", () => {
  let club: Club;
  beforeAll(async () => {
    club = await startClub();
  });
  afterAll(() => club.stop());

  it("comes from a usable invitation in the URL or the draft", async () => {
    const visitor = newVisitor(club);
    expect(await visitor.get(landing, "/de?rc=WELCOME")).toMatchObject({ data: { code: "WELCOME" } });
    expect(await visitor.get(formStarted, `${formPath}?rc=VIP2026`)).toMatchObject({
      data: { code: "VIP2026" },
    });
    await visitor.post(landing, "/de", { registrationCode: "lastone" });
    expect(await visitor.get(formStarted, formPath)).toMatchObject({ data: { code: "lastone" } });
  });

  it("stays undefined on the landing page without a code", async () => {
    expect(await newVisitor(club).get(landing, "/de")).toMatchObject({ data: { code: undefined } });
  });
});
