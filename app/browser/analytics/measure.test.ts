import fc from "fast-check";
import { expect, it } from "vitest";
import { createEventQueue } from "./measure";

type QueueStep = { event: string } | { hasConsent: boolean };

/**
 * Runs the steps (events and consent decisions) on a new queue of analytics events. Returns the names of the events
 * that the queue sends.
 */
function runSteps(steps: readonly QueueStep[]): string[] {
  const sentEventNames: string[] = [];
  const queue = createEventQueue(({ event }) => sentEventNames.push(event));
  for (const step of steps)
    if ("event" in step) queue.track({ event: step.event });
    else queue.setConsent(step.hasConsent);
  return sentEventNames;
}

const createEventStep = (name: string) => ({ event: name });
const createConsentStep = (isGiven: boolean) => ({ hasConsent: isGiven });

it.each<[string, QueueStep[], string[]]>([
  ["waits without a choice", [createEventStep("a"), createEventStep("b")], []],
  [
    "sends its events in order after consent",
    [createEventStep("a"), createEventStep("b"), createConsentStep(true), createEventStep("c")],
    ["a", "b", "c"],
  ],
  [
    "drops its events after a refusal",
    [createEventStep("a"), createConsentStep(false), createEventStep("b")],
    [],
  ],
  [
    "sends new events if consent follows a refusal",
    [
      createEventStep("a"),
      createConsentStep(false),
      createEventStep("b"),
      createConsentStep(true),
      createEventStep("c"),
    ],
    ["c"],
  ],
  [
    "sends no events after consent is withdrawn",
    [createConsentStep(true), createEventStep("a"), createConsentStep(false), createEventStep("b")],
    ["a"],
  ],
  [
    "sends each event once if consent is repeated",
    [createEventStep("a"), createConsentStep(true), createConsentStep(true)],
    ["a"],
  ],
])("event queue follows the visitor's consent: %s", (_description, steps, expectedNames) => {
  expect(runSteps(steps)).toEqual(expectedNames);
});

it("event queue never sends an event out of order, twice or after refused consent", () => {
  const step = fc.oneof(
    fc.boolean().map(createConsentStep),
    fc.nat({ max: 999 }).map((eventNumber) => createEventStep(String(eventNumber))),
  );
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const numberedSteps = steps.map((step, index) =>
        "event" in step ? createEventStep(String(index)) : step,
      );
      const sentNames = runSteps(numberedSteps);
      expect(sentNames).toEqual([...new Set(sentNames)].sort((one, other) => Number(one) - Number(other)));
      // The visitor's latest consent decision before an event applies to the event. Without such a decision, the first
      // decision after the event applies. Only an event with consent may be sent.
      for (const name of sentNames) {
        const consentDecisionBefore = numberedSteps
          .slice(0, Number(name))
          .findLast((step) => "hasConsent" in step);
        const consentDecisionAfter = numberedSteps.slice(Number(name)).find((step) => "hasConsent" in step);
        expect(consentDecisionBefore ?? consentDecisionAfter).toEqual(createConsentStep(true));
      }
    }),
  );
});
