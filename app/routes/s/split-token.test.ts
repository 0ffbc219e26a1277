import { describe, expect, it } from "vitest";
import { chooseTarget } from "~/routes/s/split-token.server";
import { createSplitClaims, type SplitDefinition, parseSplitClaims } from "~/domain/split.schema";

const visitors = 100_000;
const token = "a-token~of-a-split";

/**
 * Chooses a target of a split link for each of 100,000 visitors, and returns how often each target was chosen. The
 * visitors' seeds are numbered instead of random, so that the result is always the same.
 */
function countChoices(weights: readonly number[], splitToken = token): number[] {
  const choiceCounts = weights.map(() => 0);
  for (let visitor = 0; visitor < visitors; visitor += 1) {
    const chosenTarget = chooseTarget(`visitor ${visitor}`, splitToken, weights);
    choiceCounts[chosenTarget] = (choiceCounts[chosenTarget] ?? 0) + 1;
  }
  return choiceCounts;
}

/**
 * Returns Pearson's chi-squared statistic for the difference between how often targets were chosen and their weights.
 */
function chiSquared(counts: readonly number[], weights: readonly number[]): number {
  const totalWeight = weights.reduce((sum, targetWeight) => sum + targetWeight, 0);
  return counts.reduce((sum, count, index) => {
    const expectedCount = (visitors * (weights[index] ?? 0)) / totalWeight;
    return sum + (count - expectedCount) ** 2 / expectedCount;
  }, 0);
}

/** The critical values of chi-squared at p = 0.001, by degrees of freedom (the number of targets minus one). */
const criticalChiSquared: Record<number, number> = { 1: 10.83, 2: 13.82, 3: 16.27, 9: 27.88 };

describe("split target of a visitor", () => {
  it.each([
    { weights: [1, 1] },
    { weights: [1, 1, 1] },
    { weights: [1, 1, 1, 1, 1, 1, 1, 1, 1, 1] },
    { weights: [9, 1] },
    { weights: [1000, 1] },
    { weights: [1, 3] },
    { weights: [70, 20, 9, 1] },
    { weights: [1, 2, 3, 4, 5, 6, 7, 8, 9, 1000] },
  ])("occurs in proportion to the weights $weights", ({ weights }) => {
    expect(chiSquared(countChoices(weights), weights)).toBeLessThan(
      criticalChiSquared[weights.length - 1] ?? 0,
    );
  });

  it("follows equal weights closely enough to rule out the weights 51 and 49", () => {
    const choiceCounts = countChoices([1, 1]);
    expect(chiSquared(choiceCounts, [51, 49])).toBeGreaterThan(10.83);
  });

  it("stays the same for the same visitor", () => {
    for (const seed of ["a", "b", "c"]) {
      const firstChoice = chooseTarget(seed, token, [1, 2, 3]);
      for (let visit = 0; visit < 20; visit += 1)
        expect(chooseTarget(seed, token, [1, 2, 3])).toBe(firstChoice);
    }
  });

  it("does not depend on the target that another link chose for the visitor", () => {
    const targetCounts = { same: 0, other: 0 };
    for (let visitor = 0; visitor < 10_000; visitor += 1) {
      const [firstChoice, secondChoice] = [token, `${token}2`].map((splitToken) =>
        chooseTarget(`visitor ${visitor}`, splitToken, [1, 1]),
      );
      targetCounts[firstChoice === secondChoice ? "same" : "other"] += 1;
    }
    expect(Math.abs(targetCounts.same - targetCounts.other)).toBeLessThan(400);
  });
});

const split: SplitDefinition = {
  label: "Spring",
  targets: [
    { kind: "path", weight: 3, path: "/viral" },
    { kind: "code", weight: 1, code: "WELCOME", validityTimestamp: "mi8vq.sig" },
  ],
};

it("targets of a split link can be restored from the claims of its token", () => {
  expect(parseSplitClaims(createSplitClaims(split))).toEqual(split);
  expect(parseSplitClaims({ ...createSplitClaims(split), aud: "split", exp: 1 })).toEqual(split);
  expect(parseSplitClaims(createSplitClaims({ ...split, label: undefined }))).toEqual({
    ...split,
    label: undefined,
  });
});

it.each([
  undefined,
  {},
  { t: [[1, "/a"]] },
  { t: Array.from({ length: 11 }, () => [1, "/a"]) },
  {
    t: [
      [0, "/a"],
      [1, "/b"],
    ],
  },
  {
    t: [
      [1, "https://evil.example/"],
      [1, "/b"],
    ],
  },
  {
    t: [
      [1, "CODE", ""],
      [1, "/b"],
    ],
  },
])("targets of a split link cannot be restored from invalid token claims: %j", (claims) => {
  expect(parseSplitClaims(claims)).toBeUndefined();
});
