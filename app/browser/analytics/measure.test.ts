import fc from "fast-check";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createFakeStorage } from "../../../tests/support/fake-storage";
import { createEventQueue } from "./measure";

/** A step of a visit: an event, a consent decision, or the next page of the visit. */
type VisitStep = { event: string } | { hasConsent: boolean } | { isNextPage: true };

const browser = { cookie: "", hasGlobalPrivacyControl: false };
const createEventStep = (name: string) => ({ event: name });
const createConsentStep = (isGiven: boolean) => ({ hasConsent: isGiven });
const nextPage: VisitStep = { isNextPage: true };

beforeEach(() => {
  Object.assign(browser, { cookie: "", hasGlobalPrivacyControl: false });
  vi.stubGlobal("document", browser);
  vi.stubGlobal("navigator", {
    get globalPrivacyControl() {
      return browser.hasGlobalPrivacyControl;
    },
  });
  vi.stubGlobal("sessionStorage", createFakeStorage());
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/**
 * Runs the steps of a visit. Each page has a new queue of analytics events. Returns the names of the events that the
 * queues send.
 */
function runSteps(steps: readonly VisitStep[]): string[] {
  const sentEventNames: string[] = [];
  const createQueue = () => createEventQueue(({ event }) => sentEventNames.push(event));
  let queue = createQueue();
  let savedConsent: boolean | undefined;
  for (const step of steps)
    if ("event" in step) queue.track({ event: step.event });
    else if ("hasConsent" in step) {
      savedConsent = step.hasConsent;
      browser.cookie = `consent=a${Number(savedConsent)}m0`;
      queue.setConsent(savedConsent);
    } else {
      queue = createQueue();
      if (savedConsent !== undefined) queue.setConsent(savedConsent);
    }
  return sentEventNames;
}

const readStorage = () => sessionStorage.getItem("events-to-tell");

it.each<[string, VisitStep[], string[]]>([
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
  [
    "sends the events of earlier pages in order, once, after consent on a later page",
    [
      createEventStep("a"),
      nextPage,
      createEventStep("b"),
      nextPage,
      createEventStep("c"),
      createConsentStep(true),
      nextPage,
      createEventStep("d"),
    ],
    ["a", "b", "c", "d"],
  ],
  [
    "drops the events of earlier pages after a refusal on a later page",
    [createEventStep("a"), nextPage, createConsentStep(false), nextPage, createConsentStep(true)],
    [],
  ],
])("event queue %s", (_description, steps, expectedNames) => {
  expect(runSteps(steps)).toEqual(expectedNames);
});

it("event queue sends each event with consent exactly once and in order, and no event without consent", () => {
  const step = fc.oneof(
    fc.boolean().map(createConsentStep),
    fc.constant(nextPage),
    fc.nat({ max: 999 }).map((eventNumber) => createEventStep(String(eventNumber))),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      browser.cookie = "";
      vi.stubGlobal("sessionStorage", createFakeStorage());
      const numberedSteps = steps.map((step, index) =>
        "event" in step ? createEventStep(String(index)) : step,
      );
      // The visitor's latest consent decision before an event applies to the event. Without such a decision, the first
      // decision after the event applies. Only an event with consent is sent.
      const isConsentStep = (step: VisitStep) => "hasConsent" in step;
      const expectedNames = numberedSteps.flatMap((step, index) => {
        const consentStep =
          numberedSteps.slice(0, index).findLast(isConsentStep) ??
          numberedSteps.slice(index).find(isConsentStep);
        return "event" in step && consentStep && "hasConsent" in consentStep && consentStep.hasConsent
          ? [step.event]
          : [];
      });
      expect(runSteps(numberedSteps)).toEqual(expectedNames);
      if (numberedSteps.some(isConsentStep)) expect(readStorage()).toBeNull();
    }),
  );
});

it("event queue stores an event immediately if the visitor has not made a consent choice", () => {
  runSteps([createEventStep("a")]);
  expect(readStorage()).toBe('[{"event":"a"}]');
});

it.each([
  ["after a refusal on an earlier visit", { cookie: "__Host-consent=a0m1" }],
  ["with Global Privacy Control", { hasGlobalPrivacyControl: true }],
])("event queue neither sends nor stores an event %s", (_reason, state) => {
  Object.assign(browser, state);
  expect(runSteps([createEventStep("a")])).toEqual([]);
  expect(readStorage()).toBeNull();
});

it.each<[string, () => void]>([
  ["Global Privacy Control", () => void (browser.hasGlobalPrivacyControl = true)],
  ["forbidden storage", () => vi.stubGlobal("sessionStorage", undefined)],
])("event queue with %s still sends the events of the current page after consent", (_reason, prepare) => {
  prepare();
  expect(runSteps([createEventStep("a"), createConsentStep(true), createEventStep("b")])).toEqual(["a", "b"]);
});

it("event queue of a page in the back/forward cache does not send events that a later page has sent", () => {
  const sentEventNames: string[] = [];
  const createQueue = () => createEventQueue(({ event }) => sentEventNames.push(event));
  const [cachedQueue, laterQueue] = [createQueue(), createQueue()];
  cachedQueue.track({ event: "a" });
  laterQueue.setConsent(true);
  cachedQueue.setConsent(true);
  expect(sentEventNames).toEqual(["a"]);
});
