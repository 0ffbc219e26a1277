import fc from "fast-check";
import { expect, it } from "vitest";
import { createQueue } from "~/browser/analytics/measure";

type Step = { told: string } | { decided: boolean };

/** Returns the events that a queue sends during these steps. */
function sentBy(steps: readonly Step[]): string[] {
  const sentNames: string[] = [];
  const queue = createQueue(({ event }) => sentNames.push(event));
  for (const step of steps)
    if ("told" in step) queue.track({ event: step.told });
    else queue.decide(step.decided);
  return sentNames;
}

const told = (name: string) => ({ told: name });
const decided = (isGiven: boolean) => ({ decided: isGiven });

it.each<[string, Step[], string[]]>([
  ["waits while nothing is chosen", [told("a"), told("b")], []],
  ["is sent in its order", [told("a"), told("b"), decided(true), told("c")], ["a", "b", "c"]],
  ["is dropped when refused", [told("a"), decided(false), told("b")], []],
  ["starts anew with a later yes", [told("a"), decided(false), told("b"), decided(true), told("c")], ["c"]],
  ["ends with a later no", [decided(true), told("a"), decided(false), told("b")], ["a"]],
  ["is sent once, however often yes is said", [told("a"), decided(true), decided(true)], ["a"]],
])("event queue %s", (_what, steps, expectedNames) => {
  expect(sentBy(steps)).toEqual(expectedNames);
});

it("event queue sends no event out of order, twice or after a refusal, for any sequence of steps", () => {
  const step = fc.oneof(
    fc.boolean().map(decided),
    fc.nat({ max: 999 }).map((number) => told(String(number))),
  );
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const numbered = steps.map((step, index) => ("told" in step ? told(String(index)) : step));
      const sentNames = sentBy(numbered);
      expect(sentNames).toEqual([...new Set(sentNames)].sort((one, other) => Number(one) - Number(other)));
      // An event may be sent only if the latest decision before it, or otherwise the first one after it, is consent.
      for (const name of sentNames) {
        const decisionBefore = numbered.slice(0, Number(name)).findLast((step) => "decided" in step);
        const decisionAfter = numbered.slice(Number(name)).find((step) => "decided" in step);
        expect(decisionBefore ?? decisionAfter).toEqual(decided(true));
      }
    }),
  );
});
