import type { AnalyticsEvent } from "./events";

const name = "events-to-tell";

/** Keeps an event for the next page, in a browser that lets it; only where there is consent. */
export function saveEvent(event: AnalyticsEvent): void {
  try {
    sessionStorage.setItem(name, JSON.stringify([...stored(), event]));
  } catch {
    // Full or forbidden: it is not counted.
  }
}

/** What earlier pages have kept, once. */
export function takeEvents(): AnalyticsEvent[] {
  try {
    const events = stored();
    if (events.length > 0) sessionStorage.removeItem(name);
    return events;
  } catch {
    return [];
  }
}

function stored(): AnalyticsEvent[] {
  return JSON.parse(sessionStorage.getItem(name) ?? "[]") as AnalyticsEvent[];
}
