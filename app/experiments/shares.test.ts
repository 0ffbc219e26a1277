import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { visitorText } from "~/experiments/visitor-cookie";
import { asker, experimentsOf, visitorCookie, type Asked } from "../../tests/support/asking";
import { experiment, startFeaturesServer, type FeaturesServer } from "../../tests/support/features-server";

const visitors = 10_000;
const layouts = ["right-double-column", "center-single-column", "only-mobile"] as const;
/** Of chi-squared with 2 degrees of freedom: one in a thousand is beyond it. */
const critical = 13.82;

let server: FeaturesServer;
let site: Asked;
beforeAll(async () => {
  server = await startFeaturesServer(running([0.5, 0.3, 0.2]));
  site = experimentsOf({ FEATURES_URL: server.url, FEATURES_CLIENT_KEY: "sdk-key" });
  await site.experiments.ready;
});
afterAll(async () => {
  site.experiments.close();
  await server.stop();
});

function running(weights: readonly number[], more: object = {}) {
  return { "landing-layout": experiment("layout", layouts, weights, more) };
}

/** Always the same ids, so that a share that fits today fits tomorrow. */
function nth(visitor: number): Record<string, string> {
  const id = createHash("sha256").update(`visitor ${visitor}`).digest("base64url").slice(0, 16);
  return { visitor: visitorText({ id, assigned: {}, values: {} }) };
}

/** What each of them sees, and the cookie that they have then. */
function visit(cookies: readonly Record<string, string>[]) {
  return cookies.map((sent) => {
    const variants = site.experiments.variantsFor(asker(sent));
    return {
      layout: variants.features["landing-layout"],
      told: variants.assignments,
      cookie: { ...sent, ...visitorCookie(variants) },
    };
  });
}

function chiSquared(seen: readonly { layout: string }[], weights: readonly number[]): number {
  return layouts.reduce((sum, layout, index) => {
    const expected = (weights[index] ?? 0) * seen.length;
    const observed = seen.filter((one) => one.layout === layout).length;
    return sum + (observed - expected) ** 2 / expected;
  }, 0);
}

const everybody = Array.from({ length: visitors }, (_, visitor) => nth(visitor));

describe("an experiment among 10,000 visitors", () => {
  it("has shares that fit its weights", () => {
    const seen = visit(everybody);
    expect(chiSquared(seen, [0.5, 0.3, 0.2])).toBeLessThan(critical);
    // The measure would notice others.
    expect(chiSquared(seen, [0.47, 0.33, 0.2])).toBeGreaterThan(critical);
  });

  it("keeps each where they were when the weights change, and divides those who come later by the new ones", async () => {
    const first = visit(everybody);
    const before = first.map(({ layout }) => layout);
    server.set(running([0.1, 0.1, 0.8]));
    const later = Array.from({ length: visitors }, (_, visitor) => nth(visitors + visitor));
    const few = later.slice(0, 100);
    await expect
      .poll(() => visit(few).filter(({ layout }) => layout === "only-mobile").length)
      .toBeGreaterThan(50);
    expect(chiSquared(visit(later), [0.1, 0.1, 0.8])).toBeLessThan(critical);
    const again = visit(first.map(({ cookie }) => cookie));
    expect(again.map(({ layout }) => layout)).toEqual(before);
    // Without the cookie's memory most would have moved.
    const moved = visit(everybody).filter(({ layout }, index) => layout !== before[index]);
    expect(moved.length).toBeGreaterThan(visitors / 4);
  });

  it("is told of once by each who takes part", () => {
    const first = visit(everybody.slice(0, 100));
    for (const { told, layout } of first)
      expect(told).toEqual([{ experiment: "layout", variation: String(layouts.indexOf(layout)) }]);
    expect(visit(first.map(({ cookie }) => cookie)).flatMap(({ told }) => told)).toEqual([]);
  });

  it("leaves out those whom it does not cover, and asks them no second time by another id", async () => {
    server.set(running([1, 0, 0], { coverage: 0.25, key: "quarter" }));
    await expect
      .poll(() => visit(everybody.slice(0, 100)).filter(({ told }) => told.length > 0).length)
      .toBeLessThan(50);
    const seen = visit(everybody);
    expect(seen.filter(({ told }) => told.length > 0).length).toBeGreaterThan(visitors * 0.235);
    expect(seen.filter(({ told }) => told.length > 0).length).toBeLessThan(visitors * 0.265);
    const [someone] = visit([{}]);
    const [again] = visit([someone?.cookie ?? {}]);
    expect(again?.cookie).toEqual(someone?.cookie);
  });

  it("keeps whom it has, also without names for its variations", async () => {
    const [rule] = running([0.5, 0.5, 0])["landing-layout"].rules ?? [];
    const unnamed = { ...rule, key: "unnamed", disableStickyBucketing: true };
    delete unnamed.meta;
    const feature = (weights: number[]) => ({
      "landing-layout": { defaultValue: layouts[0], rules: [{ ...unnamed, weights }] },
    });
    server.set(feature([0.5, 0.5, 0]));
    await expect.poll(() => visit([everybody[0] ?? {}])[0]?.told[0]?.experiment).toBe("unnamed");
    const first = visit(everybody.slice(0, 200));
    server.set(feature([0, 0, 1]));
    await expect.poll(() => visit([nth(-1)])[0]?.layout).toBe("only-mobile");
    const again = visit(first.map(({ cookie }) => cookie));
    expect(again.map(({ layout }) => layout)).toEqual(first.map(({ layout }) => layout));
  });
});
