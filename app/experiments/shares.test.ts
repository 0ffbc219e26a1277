import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { serializeVisitor } from "~/experiments/visitor-cookie";
import {
  createVisitorRequest,
  createTestExperiments,
  readVisitorCookie,
  type TestExperiments,
} from "../../tests/support/test-experiments";
import {
  createExperiment,
  startFeaturesServer,
  type FeaturesServer,
} from "../../tests/support/features-server";

const visitorCount = 10_000;
const layouts = ["right-double-column", "center-single-column", "only-mobile"] as const;
/** The critical value of chi-squared with 2 degrees of freedom at p = 0.001. */
const criticalChiSquared = 13.82;

let server: FeaturesServer;
let site: TestExperiments;
beforeAll(async () => {
  server = await startFeaturesServer(createLayoutExperiment([0.5, 0.3, 0.2]));
  site = createTestExperiments({ FEATURES_URL: server.url, FEATURES_CLIENT_KEY: "sdk-key" });
  await site.experiments.ready;
});
afterAll(async () => {
  site.experiments.close();
  await server.stop();
});

function createLayoutExperiment(weights: readonly number[], settings: object = {}) {
  return { "landing-layout": createExperiment("layout", layouts, weights, settings) };
}

/** Returns a visitor's cookies. The visitor's id is the same in every run, so that the test is deterministic. */
function createVisitorCookies(visitor: number): Record<string, string> {
  const id = createHash("sha256").update(`visitor ${visitor}`).digest("base64url").slice(0, 16);
  return { visitor: serializeVisitor({ id, assignedVariations: {}, values: {} }) };
}

/** Lets each visitor open one page, then returns each visitor's layout, assignments and cookies. */
function createVisits(cookies: readonly Record<string, string>[]) {
  return cookies.map((cookie) => {
    const chosenVariants = site.experiments.chooseVariants(createVisitorRequest(cookie));
    return {
      layout: chosenVariants.features["landing-layout"],
      newAssignments: chosenVariants.newAssignments,
      cookie: { ...cookie, ...readVisitorCookie(chosenVariants) },
    };
  });
}

function computeChiSquared(visits: readonly { layout: string }[], weights: readonly number[]): number {
  return layouts.reduce((sum, layout, index) => {
    const expectedCount = (weights[index] ?? 0) * visits.length;
    const observedCount = visits.filter((visit) => visit.layout === layout).length;
    return sum + (observedCount - expectedCount) ** 2 / expectedCount;
  }, 0);
}

const allVisitors = Array.from({ length: visitorCount }, (_, visitor) => createVisitorCookies(visitor));

describe("experiment with 10,000 visitors", () => {
  it("assigns variations in proportion to the configured weights", () => {
    const visits = createVisits(allVisitors);
    expect(computeChiSquared(visits, [0.5, 0.3, 0.2])).toBeLessThan(criticalChiSquared);
    // Proves that the test is strict enough: weights that differ by three percentage points fail.
    expect(computeChiSquared(visits, [0.47, 0.33, 0.2])).toBeGreaterThan(criticalChiSquared);
  });

  it("applies changed weights to new participants only, and keeps the variations of earlier participants", async () => {
    const firstVisits = createVisits(allVisitors);
    const layoutsBefore = firstVisits.map(({ layout }) => layout);
    server.setFeatures(createLayoutExperiment([0.1, 0.1, 0.8]));
    const laterVisitorsCookies = Array.from({ length: visitorCount }, (_, visitor) =>
      createVisitorCookies(visitorCount + visitor),
    );
    const firstHundredCookies = laterVisitorsCookies.slice(0, 100);
    await expect
      .poll(() => createVisits(firstHundredCookies).filter(({ layout }) => layout === "only-mobile").length)
      .toBeGreaterThan(50);
    expect(computeChiSquared(createVisits(laterVisitorsCookies), [0.1, 0.1, 0.8])).toBeLessThan(
      criticalChiSquared,
    );
    const secondVisits = createVisits(firstVisits.map(({ cookie }) => cookie));
    expect(secondVisits.map(({ layout }) => layout)).toEqual(layoutsBefore);
    // Proves that the cookie matters: without the saved assignments, many visitors get another layout.
    const movedVisitors = createVisits(allVisitors).filter(
      ({ layout }, index) => layout !== layoutsBefore[index],
    );
    expect(movedVisitors.length).toBeGreaterThan(visitorCount / 4);
  });

  it("reports each participant once", () => {
    const firstVisits = createVisits(allVisitors.slice(0, 100));
    for (const { newAssignments, layout } of firstVisits)
      expect(newAssignments).toEqual([{ experiment: "layout", variation: String(layouts.indexOf(layout)) }]);
    expect(
      createVisits(firstVisits.map(({ cookie }) => cookie)).flatMap(({ newAssignments }) => newAssignments),
    ).toEqual([]);
  });

  it("includes a quarter of the visitors at a coverage of 0.25, and keeps the visitor cookie on the next visit", async () => {
    server.setFeatures(createLayoutExperiment([1, 0, 0], { coverage: 0.25, key: "quarter" }));
    await expect
      .poll(
        () =>
          createVisits(allVisitors.slice(0, 100)).filter(({ newAssignments }) => newAssignments.length > 0)
            .length,
      )
      .toBeLessThan(50);
    const visits = createVisits(allVisitors);
    expect(visits.filter(({ newAssignments }) => newAssignments.length > 0).length).toBeGreaterThan(
      visitorCount * 0.235,
    );
    expect(visits.filter(({ newAssignments }) => newAssignments.length > 0).length).toBeLessThan(
      visitorCount * 0.265,
    );
    const [firstVisit] = createVisits([{}]);
    const [secondVisit] = createVisits([firstVisit?.cookie ?? {}]);
    expect(secondVisit?.cookie).toEqual(firstVisit?.cookie);
  });

  it("keeps each participant's variation after the weights change, even if the variations have no names", async () => {
    const [rule] = createLayoutExperiment([0.5, 0.5, 0])["landing-layout"].rules ?? [];
    const ruleWithoutNames = { ...rule, key: "unnamed", disableStickyBucketing: true };
    delete ruleWithoutNames.meta;
    const createFeature = (weights: number[]) => ({
      "landing-layout": { defaultValue: layouts[0], rules: [{ ...ruleWithoutNames, weights }] },
    });
    server.setFeatures(createFeature([0.5, 0.5, 0]));
    await expect
      .poll(() => createVisits([allVisitors[0] ?? {}])[0]?.newAssignments[0]?.experiment)
      .toBe("unnamed");
    const firstVisits = createVisits(allVisitors.slice(0, 200));
    server.setFeatures(createFeature([0, 0, 1]));
    await expect.poll(() => createVisits([createVisitorCookies(-1)])[0]?.layout).toBe("only-mobile");
    const secondVisits = createVisits(firstVisits.map(({ cookie }) => cookie));
    expect(secondVisits.map(({ layout }) => layout)).toEqual(firstVisits.map(({ layout }) => layout));
  });
});
