import fc from "fast-check";
import { expect, it } from "vitest";
import { createQueue } from "./measure";

type Step = { event: string } | { hasConsent: boolean };

/**
 * Runs the steps (events and consent decisions) on a new queue of analytics events. Returns the names of the events
 * that the queue sends.
 */
function runSteps(steps: readonly Step[]): string[] {
  const sentNames: string[] = [];
  const queue = createQueue(({ event }) => sentNames.push(event));
  for (const step of steps)
    if ("event" in step) queue.track({ event: step.event });
    else queue.setConsent(step.hasConsent);
  return sentNames;
}

const eventStep = (name: string) => ({ event: name });
const consentStep = (isGiven: boolean) => ({ hasConsent: isGiven });

it.each<[string, Step[], string[]]>([
  ["waits without a choice", [eventStep("a"), eventStep("b")], []],
  [
    "sends its events in order after consent",
    [eventStep("a"), eventStep("b"), consentStep(true), eventStep("c")],
    ["a", "b", "c"],
  ],
  ["drops its events after a refusal", [eventStep("a"), consentStep(false), eventStep("b")], []],
  [
    "sends new events if consent follows a refusal",
    [eventStep("a"), consentStep(false), eventStep("b"), consentStep(true), eventStep("c")],
    ["c"],
  ],
  [
    "sends no events after consent is withdrawn",
    [consentStep(true), eventStep("a"), consentStep(false), eventStep("b")],
    ["a"],
  ],
  [
    "sends each event once if consent is repeated",
    [eventStep("a"), consentStep(true), consentStep(true)],
    ["a"],
  ],
])("event queue follows the visitor's consent: %s", (_description, steps, expectedNames) => {
  expect(runSteps(steps)).toEqual(expectedNames);
});

it("event queue never sends an event out of order, twice or after refused consent", () => {
  const step = fc.oneof(
    fc.boolean().map(consentStep),
    fc.nat({ max: 999 }).map((eventNumber) => eventStep(String(eventNumber))),
  );
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const numberedSteps = steps.map((step, index) => ("event" in step ? eventStep(String(index)) : step));
      const sentNames = runSteps(numberedSteps);
      expect(sentNames).toEqual([...new Set(sentNames)].sort((one, other) => Number(one) - Number(other)));
      // The visitor's latest consent decision before an event applies to the event. Without such a decision, the first
      // decision after the event applies. Only an event with consent may be sent.
      for (const name of sentNames) {
        const decisionBefore = numberedSteps.slice(0, Number(name)).findLast((step) => "hasConsent" in step);
        const decisionAfter = numberedSteps.slice(Number(name)).find((step) => "hasConsent" in step);
        expect(decisionBefore ?? decisionAfter).toEqual(consentStep(true));
      }
    }),
  );
});
