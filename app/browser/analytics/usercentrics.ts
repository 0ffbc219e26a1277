import type { Consent } from "~/domain/consent";

/** @param hasChosen - false until the visitor has chosen; until then, analytics events wait instead of being dropped */
export type ConsentListener = (consent: Consent, hasChosen: boolean) => void;

/** The functions of Usercentrics that this file calls (usercentrics.com/docs, "Browser UI API" and "Events"). */
interface Usercentrics {
  isConsentRequired(): boolean;
  /**
   * Returns the list of services that Usercentrics manages. Newer releases of Usercentrics return a promise of this
   * list.
   */
  getServicesBaseInfo(): UsercentricsService[] | Promise<UsercentricsService[]>;
}

interface UsercentricsService {
  categorySlug: string;
  consent: { status: boolean };
}

declare global {
  interface Window {
    UC_UI?: Usercentrics;
  }

  interface WindowEventMap {
    UC_UI_CMP_EVENT: CustomEvent<{ type: string }>;
  }
}

/**
 * Reads the visitor's consent from Usercentrics when Usercentrics is ready, and after each choice. Services in its
 * category "marketing" count as marketing, all others as analytics. Essential services need no consent.
 */
export function listenToUsercentrics(listener: ConsentListener): void {
  void publishConsent(listener);
  addEventListener("UC_UI_CMP_EVENT", ({ detail: { type } }) => {
    if (["ACCEPT_ALL", "DENY_ALL", "SAVE"].includes(type)) void publishConsent(listener);
  });
}

async function publishConsent(listener: ConsentListener): Promise<void> {
  const { UC_UI } = window;
  if (!UC_UI) return;
  const services = (await UC_UI.getServicesBaseInfo()).filter(
    ({ categorySlug }) => categorySlug !== "essential",
  );
  const areAllAccepted = (categoryServices: readonly UsercentricsService[]) =>
    categoryServices.length > 0 && categoryServices.every(({ consent }) => consent.status);
  const marketingServices = services.filter(({ categorySlug }) => categorySlug === "marketing");
  const analyticsServices = services.filter((service) => !marketingServices.includes(service));
  listener(
    { analytics: areAllAccepted(analyticsServices), marketing: areAllAccepted(marketingServices) },
    !UC_UI.isConsentRequired(),
  );
}
