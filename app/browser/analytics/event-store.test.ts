import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createFakeStorage } from "../../../tests/support/fake-storage";
import { readStoredEvents, storeEvent, takeStoredEvents } from "./event-store";

const storedEventsKey = "events-to-tell";
let storage: ReturnType<typeof createFakeStorage>;

beforeEach(() => {
  storage = createFakeStorage();
  vi.stubGlobal("sessionStorage", storage);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe("event store", () => {
  it("returns the stored events in order, and then removes them from the storage", () => {
    expect([storeEvent({ event: "a" }), storeEvent({ event: "b", campaign: "social" })]).toEqual([
      true,
      true,
    ]);
    expect(readStoredEvents()).toHaveLength(2);
    expect(takeStoredEvents()).toEqual([{ event: "a" }, { event: "b", campaign: "social" }]);
    expect(storage.getItem(storedEventsKey)).toBeNull();
    expect(takeStoredEvents()).toEqual([]);
  });

  it("keeps the first 50 events, and discards later events", () => {
    for (let index = 0; index < 60; index += 1) expect(storeEvent({ event: String(index) })).toBe(true);
    expect(takeStoredEvents().map(({ event }) => event)).toEqual(
      Array.from({ length: 50 }, (_value, index) => String(index)),
    );
  });

  it("returns events that an older release stored", () => {
    storage.setItem(storedEventsKey, '[{"event":"landing_activate_account_registration"}]');
    storeEvent({ event: "a" });
    expect(takeStoredEvents()).toEqual([{ event: "landing_activate_account_registration" }, { event: "a" }]);
  });

  it.each(["", "{", "null", "7", '"text"', '{"event":"a"}'])("replaces the invalid content %j", (content) => {
    storage.setItem(storedEventsKey, content);
    expect(readStoredEvents()).toEqual([]);
    storeEvent({ event: "a" });
    expect(takeStoredEvents()).toEqual([{ event: "a" }]);
    storage.setItem(storedEventsKey, content);
    expect(takeStoredEvents()).toEqual([]);
    expect(storage.getItem(storedEventsKey)).toBeNull();
  });

  it("stores nothing if the storage is full or forbidden", () => {
    storage.setItem = () => {
      throw new DOMException("no room", "QuotaExceededError");
    };
    expect([storeEvent({ event: "a" }), takeStoredEvents()]).toEqual([false, []]);
    // Restores the global property after the test.
    vi.stubGlobal("sessionStorage", undefined);
    Object.defineProperty(globalThis, "sessionStorage", {
      configurable: true,
      get() {
        throw new DOMException("forbidden", "SecurityError");
      },
    });
    expect([storeEvent({ event: "a" }), readStoredEvents(), takeStoredEvents()]).toEqual([false, [], []]);
  });
});
