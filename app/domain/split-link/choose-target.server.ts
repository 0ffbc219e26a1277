import { createHash } from "node:crypto";

/**
 * Which target of a split link is a visitor's: always the same for a seed and a token, and over all seeds as often as
 * its weight says. A pure function, so that no visit takes anything from another.
 *
 * @param seed the visitor's own random text
 * @param weights whole numbers from 1
 * @returns the target's index
 */
export function chooseTarget(seed: string, token: string, weights: readonly number[]): number {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const hash = createHash("sha256").update(`${seed}\n${token}`).digest();
  // 48 bits are what a number holds exactly; of weights up to 10,000 together none gains by the rest.
  let place = Math.floor((hash.readUIntBE(0, 6) / 2 ** 48) * total);
  return weights.findIndex((weight) => (place -= weight) < 0);
}
