import type { Consent } from "~/domain/consent";
import { isPersonalAddress } from "~/domain/personal-address";
import { loadScript, pushToDataLayer } from "./push";

/**
 * Loads a tag manager once the visitor consents to analytics or marketing. Sends the tag manager each choice of the
 * visitor (Google's consent mode, version 2). The page does not wait for the tag manager.
 */
export function createTagConsentUpdater(containerId: string): (consent: Consent) => void {
  let isLoaded = false;
  return ({ analytics, marketing }) => {
    if (!isLoaded && !analytics && !marketing) return;
    const adConsent = marketing ? "granted" : "denied";
    pushCommand("consent", isLoaded ? "update" : "default", {
      analytics_storage: analytics ? "granted" : "denied",
      ad_storage: adConsent,
      ad_user_data: adConsent,
      ad_personalization: adConsent,
    });
    if (isLoaded) return;
    isLoaded = true;
    removeReferrerQuery();
    pushToDataLayer({ "gtm.start": Date.now(), event: "gtm.js" });
    loadScript(`https://www.googletagmanager.com/gtm.js?id=${containerId}`);
  };
}

/** Removes personal data from the referrer: its query, or the token of a split link. */
function removeReferrerQuery(): void {
  const { referrer } = document;
  if (isPersonalAddress(referrer))
    Object.defineProperty(document, "referrer", { value: referrer.replace(/(\/s\/).*|\?.*/, "$1") });
}

/**
 * Adds a command to `window.dataLayer`. Google's scripts recognize a command only as an Arguments object, not as an
 * array.
 */
function pushCommand(..._commandParts: unknown[]): void {
  pushToDataLayer(arguments);
}
