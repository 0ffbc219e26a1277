import { addHourlyParameter, loadScript, pushToDataLayer } from "./push";
import { readStoredEvents, storeEvent, takeStoredEvents } from "./event-store";
import { hasGlobalPrivacyControl } from "../global-privacy-control";
import { isPersonalAddress } from "~/domain/personal-address";
import type { AnalyticsData } from "./analytics-data";
import type { AnalyticsEvent, DataLayerEvent } from "~/domain/analytics-events";
import { type Consent, readConsent } from "~/domain/consent";
import type { ConsentListener } from "./usercentrics";

declare global {
  interface Window {
    /** The visitor's consent. The site's own consent service sets it, and scripts that load later read it. */
    consentChoice?: Consent & { ready: true };
  }

  interface WindowEventMap {
    "consent-ready": CustomEvent<Consent>;
    "consent-changed": CustomEvent<Consent>;
  }
}

/** Calls `onConsent` when the operator's consent service is ready, and at each choice of the visitor. */
function listenForConsent(onConsent: ConsentListener): void {
  const handleReadyConsent = (consent: Consent) => onConsent(consent, readConsentCookie() !== undefined);
  if (window.consentChoice) handleReadyConsent(window.consentChoice);
  else addEventListener("consent-ready", ({ detail }) => handleReadyConsent(detail), { once: true });
  addEventListener("consent-changed", ({ detail }) => onConsent(detail, true));

  // Loaded only if the operator uses Usercentrics instead of the site's own consent service.
  const loadUsercentrics = async () => (await import("./usercentrics")).listenToUsercentrics(onConsent);
  addEventListener("UC_UI_INITIALIZED", () => void loadUsercentrics(), { once: true });
}

/**
 * Reads the visitor's choice from the `consent` cookie, with or without a prefix such as `__Host-`
 * (docs/product/cookies-and-events.md#cookies-and-storage).
 */
function readConsentCookie(): Consent | undefined {
  return readConsent(/(?:^|; )(?:__\w+-)?consent=(\w*)/.exec(document.cookie)?.[1]);
}

/**
 * The events of interactions that only the browser can observe. The keys are values of the attribute `data-measure`.
 */
const eventByInteractionKind: Partial<Record<string, AnalyticsEvent>> = {
  code: { event: "entering_code_registration" },
  country: { event: "registration_country_changed" },
  login: { event: "already_registered_login_registration" },
};

/** Tracks a visitor's interactions with the page, each kind of interaction only once. */
function watchInteractions(trackEvent: (event: AnalyticsEvent) => void): void {
  const reportedInteractions = new Set<string>();

  function trackElement(element: HTMLElement | null): void {
    const interactionKind = element?.dataset["measure"] ?? "";
    const event = eventByInteractionKind[interactionKind];
    if (!event || reportedInteractions.has(interactionKind)) return;
    reportedInteractions.add(interactionKind);
    trackEvent(event);
  }

  for (const eventName of ["input", "click"])
    document.addEventListener(eventName, ({ target }) => {
      if (!(target instanceof Element)) return;
      trackElement(target.closest<HTMLElement>(eventName === "click" ? "a[data-measure]" : "[data-measure]"));
    });

  // Also tracks a field in which the visitor typed before this script was loaded.
  const { activeElement } = document;
  if (activeElement instanceof HTMLInputElement && activeElement.value !== activeElement.defaultValue)
    trackElement(activeElement);
}

/**
 * Returns true if events may wait in session storage: with consent, and before a choice. A refusal and Global Privacy
 * Control forbid it.
 */
function canStoreEvents(): boolean {
  return readConsentCookie()?.analytics ?? !hasGlobalPrivacyControl();
}

interface EventQueue {
  track: (event: DataLayerEvent) => void;
  /**
   * Applies the visitor's choice about analytics. With consent, sends the waiting events in order, and later events at
   * once. Without consent, drops all events.
   */
  setConsent: (hasConsent: boolean) => void;
}

/**
 * Creates a queue that holds events until the visitor accepts or refuses analytics
 * (docs/product/cookies-and-events.md#consent-and-analytics). Until then, each event is stored at once, because the
 * visitor may leave the page at any time. An event that cannot be stored waits in memory.
 */
export function createEventQueue(send: (event: DataLayerEvent) => void): EventQueue {
  let unstoredEvents: DataLayerEvent[] = [];
  let hasConsent: boolean | undefined;

  return {
    track(event) {
      if (hasConsent) send(event);
      else if (hasConsent === undefined && !(canStoreEvents() && storeEvent(event)))
        unstoredEvents.push(event);
    },
    setConsent(value) {
      hasConsent = value;
      const waitingEvents = [...takeStoredEvents(), ...unstoredEvents];
      unstoredEvents = [];
      if (value) waitingEvents.forEach(send);
    },
  };
}

/**
 * Sends the analytics events of this page, and of earlier pages of the visit, once the visitor has consented
 * (docs/decisions/analytics.md). A page that must not load the tag manager leaves them to the next page.
 */
export async function measurePage({ events, consent, tags, clockOffset = 0 }: AnalyticsData): Promise<void> {
  if (!canStoreEvents()) takeStoredEvents();
  if (!consent) {
    // This page cannot ask for consent. It stores events only if the visitor has consented, or if earlier events of the
    // visit already wait for a choice.
    if (readConsentCookie()?.analytics || readStoredEvents().length > 0) events.forEach(storeEvent);
    return;
  }
  const mustStoreEvents = tags !== undefined && isPersonalAddress(location.pathname + location.search);
  const eventQueue = createEventQueue(mustStoreEvents ? storeEvent : pushToDataLayer);
  events.forEach(eventQueue.track);
  watchInteractions(eventQueue.track);
  // Loads the tag manager before the first event is sent, so that the tag manager knows the visitor's consent.
  const tagManagerModule =
    tags && !mustStoreEvents ? await import("./tag-manager").catch(() => undefined) : undefined;
  const updateTagConsent = tagManagerModule?.createTagConsentUpdater(tags ?? "");
  listenForConsent((choice, hasChosen) => {
    updateTagConsent?.(choice);
    if (hasChosen || choice.analytics) eventQueue.setConsent(choice.analytics);
  });
  loadScript(addHourlyParameter(consent, Date.now() + clockOffset));
}
