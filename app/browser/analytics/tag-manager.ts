import type { Consent } from "~/request/cookies/consent-choice";
import { isPersonalAddress } from "~/domain/personal-address";
import { loadScript, push } from "./push";

/**
 * A tag manager that comes when anything is agreed to, and hears of every choice (Google's consent mode, version 2).
 * One that is blocked, slow or broken is not waited for.
 */
export function tagManager(container: string): (consent: Consent) => void {
  let isLoaded = false;
  return ({ analytics, marketing }) => {
    if (!isLoaded && !analytics && !marketing) return;
    const advertising = marketing ? "granted" : "denied";
    command("consent", isLoaded ? "update" : "default", {
      analytics_storage: analytics ? "granted" : "denied",
      ad_storage: advertising,
      ad_user_data: advertising,
      ad_personalization: advertising,
    });
    if (isLoaded) return;
    isLoaded = true;
    hideReferrer();
    push({ "gtm.start": Date.now(), event: "gtm.js" });
    loadScript(`https://www.googletagmanager.com/gtm.js?id=${container}`);
  };
}

/** Of the page before only where it was, if it had more in its address. */
function hideReferrer(): void {
  const { referrer } = document;
  if (isPersonalAddress(referrer))
    Object.defineProperty(document, "referrer", { value: referrer.replace(/\?.*/, "") });
}

/** A command is told from other entries by being an Arguments object. */
function command(..._words: unknown[]): void {
  push(arguments);
}
