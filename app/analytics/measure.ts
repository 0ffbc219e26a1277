import { cookieConsent, hearConsent } from "./consent-services";
import { createQueue } from "./event-queue";
import { saveEvent, takeEvents } from "./saved-events";
import { freshEachHour, loadScript } from "./load-script";
import type { MeasuredPage } from "./measured-page";
import { watchDeeds } from "./interactions";
import { isPersonal } from "./personal-address";
import { push } from "./push";

/**
 * Measures a page, once its visitor has agreed (docs/decisions/analytics.md). Where no tag manager may be its events
 * wait for the next page.
 */
export async function measure({ events, consent, tags, ahead = 0 }: MeasuredPage): Promise<void> {
  if (!consent) {
    if (cookieConsent()?.analytics) events.forEach(saveEvent);
    return;
  }
  const waits = tags !== undefined && isPersonal(location.search);
  const queue = createQueue(waits ? saveEvent : push);
  for (const event of waits ? events : [...takeEvents(), ...events]) queue.tell(event);
  watchDeeds(queue.tell);
  // Before the first event: a tag manager has to know what it may do with it.
  const tagging = tags && !waits ? await import("./tag-manager").catch(() => undefined) : undefined;
  const trackByTags = tagging?.tagManager(tags ?? "");
  hearConsent((choice, chosen) => {
    trackByTags?.(choice);
    if (chosen || choice.analytics) queue.decide(choice.analytics);
  });
  loadScript(freshEachHour(consent, Date.now() + ahead));
}
