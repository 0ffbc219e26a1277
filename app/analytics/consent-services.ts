import { readConsent, type Consent } from "~/http/cookies/consent-choice";

/** @param chosen whether the visitor has chosen; else nothing is agreed to just yet */
export type Hear = (consent: Consent, chosen: boolean) => void;

declare global {
  interface Window {
    /** What our own service leaves behind for who comes late. */
    consentChoice?: Consent & { ready: true };
  }

  interface WindowEventMap {
    "consent-ready": CustomEvent<Consent>;
    "consent-changed": CustomEvent<Consent>;
  }
}

/** Hears of consent from whichever service the operator has: when it is ready, and at each choice. */
export function hearConsent(hear: Hear): void {
  const ready = (consent: Consent) => hear(consent, cookieConsent() !== undefined);
  if (window.consentChoice) ready(window.consentChoice);
  else addEventListener("consent-ready", ({ detail }) => ready(detail), { once: true });
  addEventListener("consent-changed", ({ detail }) => hear(detail, true));

  // Only the visitors of another service pay for its adapter.
  const hearOther = async () => (await import("./other-consent-services")).hearUsercentrics(hear);
  addEventListener("UC_UI_INITIALIZED", () => void hearOther(), { once: true });
}

/** What the `consent` cookie says, whatever its prefix (docs/product.md#cookies-and-storage). */
export function cookieConsent(): Consent | undefined {
  return readConsent(/(?:^|; )(?:__\w+-)?consent=(\w*)/.exec(document.cookie)?.[1]);
}
