import { describe, expect, it } from "vitest";
import { cutToSize } from "~/telemetry/cut-to-size";

const bytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

describe("a report of 524288 bytes at the most", () => {
  it("is left alone below", () => {
    const event = { message: "x".repeat(500_000) };
    expect(cutToSize(event)).toBe(event);
  });

  it.each([
    ["a long text", { tags: { id: "7" }, message: "ö".repeat(2_000_000) }],
    [
      "many texts",
      { tags: { id: "7" }, extra: { list: Array.from({ length: 5000 }, () => "x".repeat(1000)) } },
    ],
    [
      "many fields",
      { tags: { id: "7" }, extra: Object.fromEntries(Array.from({ length: 99_999 }, (_, n) => [n, "xyz"])) },
    ],
  ])("is cut: %s", (_what, event) => {
    const cut = cutToSize(event);
    expect(bytes(cut)).toBeLessThan(524_288);
    expect(bytes(cut)).toBeGreaterThan(100);
    expect(cut.tags).toEqual({ id: "7" });
  });
});
