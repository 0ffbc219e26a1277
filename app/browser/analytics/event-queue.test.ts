import fc from "fast-check";
import { expect, it } from "vitest";
import { createQueue } from "~/browser/analytics/measure";

type Step = { event: string } | { hasConsent: boolean };

/**
 * Runs the steps (events and consent decisions) on a new queue of analytics events. Returns the names of the events
 * that the queue sends.
 */
function sentEventsAfter(steps: readonly Step[]): string[] {
  const sentNames: string[] = [];
  const queue = createQueue(({ event }) => sentNames.push(event));
  for (const step of steps)
    if ("event" in step) queue.track({ event: step.event });
    else queue.setConsent(step.hasConsent);
  return sentNames;
}

const sendEvent = (name: string) => ({ event: name });
const setConsent = (isGiven: boolean) => ({ hasConsent: isGiven });

it.each<[string, Step[], string[]]>([
  ["waits while nothing is chosen", [sendEvent("a"), sendEvent("b")], []],
  [
    "is sent in its order",
    [sendEvent("a"), sendEvent("b"), setConsent(true), sendEvent("c")],
    ["a", "b", "c"],
  ],
  ["is dropped when refused", [sendEvent("a"), setConsent(false), sendEvent("b")], []],
  [
    "starts anew with a later yes",
    [sendEvent("a"), setConsent(false), sendEvent("b"), setConsent(true), sendEvent("c")],
    ["c"],
  ],
  ["ends with a later no", [setConsent(true), sendEvent("a"), setConsent(false), sendEvent("b")], ["a"]],
  ["is sent once, however often yes is said", [sendEvent("a"), setConsent(true), setConsent(true)], ["a"]],
])("event queue %s", (_what, steps, expectedNames) => {
  expect(sentEventsAfter(steps)).toEqual(expectedNames);
});

it("event queue never sends an event out of order, twice or after refused consent", () => {
  const step = fc.oneof(
    fc.boolean().map(setConsent),
    fc.nat({ max: 999 }).map((number) => sendEvent(String(number))),
  );
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const numbered = steps.map((step, index) => ("event" in step ? sendEvent(String(index)) : step));
      const sentNames = sentEventsAfter(numbered);
      expect(sentNames).toEqual([...new Set(sentNames)].sort((one, other) => Number(one) - Number(other)));
      // The visitor's latest consent decision before an event applies to the event. Without such a decision, the first
      // decision after the event applies. Only an event with consent may be sent.
      for (const name of sentNames) {
        const decisionBefore = numbered.slice(0, Number(name)).findLast((step) => "hasConsent" in step);
        const decisionAfter = numbered.slice(Number(name)).find((step) => "hasConsent" in step);
        expect(decisionBefore ?? decisionAfter).toEqual(setConsent(true));
      }
    }),
  );
});
