import type { DataLayerEvent } from "~/domain/analytics-events";

/**
 * The key of stored analytics events in `sessionStorage`. Do not change it: after a deployment, the new release sends
 * events that the old release stored.
 */
const storedEventsKey = "events-to-tell";

/** The maximum number of stored events. Later events are dropped, so that the first page of the visit is counted. */
const maxStoredEvents = 50;

/**
 * Stores an analytics event in `sessionStorage` for a later page of the tab (docs/decisions/analytics.md).
 *
 * @returns false if the storage is full or forbidden
 */
export function storeEvent(event: DataLayerEvent): boolean {
  try {
    const events = [...readStoredEvents(), event].slice(0, maxStoredEvents);
    sessionStorage.setItem(storedEventsKey, JSON.stringify(events));
    return true;
  } catch {
    return false;
  }
}

/** Returns the stored events in their order, and deletes them. */
export function takeStoredEvents(): DataLayerEvent[] {
  const events = readStoredEvents();
  try {
    sessionStorage.removeItem(storedEventsKey);
  } catch {
    // The browser forbids storage, so there are no stored events.
  }
  return events;
}

/** Returns the stored events; an empty list if the storage is forbidden or its content is invalid. */
export function readStoredEvents(): DataLayerEvent[] {
  try {
    const events: unknown = JSON.parse(sessionStorage.getItem(storedEventsKey) ?? "");
    return Array.isArray(events) ? (events as DataLayerEvent[]) : [];
  } catch {
    return [];
  }
}
