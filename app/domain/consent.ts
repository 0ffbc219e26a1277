/** The purposes that a visitor may agree to (docs/product/cookies-and-events.md#consent-and-analytics). */
export const consentPurposes = ["analytics", "marketing"] as const;

/**
 * Returns the choice in a submitted "Privacy choices" form: everything or nothing after a click on the button for it,
 * otherwise the ticked purposes.
 */
export function readConsentForm(form: FormData): Consent {
  const choice = form.get("choice");
  const isPurposeAccepted = (purpose: string) =>
    choice === "all" || (choice !== "none" && form.get(purpose) === "on");
  return { analytics: isPurposeAccepted("analytics"), marketing: isPurposeAccepted("marketing") };
}

/** Returns the value of the `consent` cookie for a choice; `readConsent` reads it. */
export function serializeConsent({ analytics, marketing }: Consent): string {
  return `a${analytics ? 1 : 0}m${marketing ? 1 : 0}`;
}

/** The visitor's consent to each purpose. */
export type Consent = Record<(typeof consentPurposes)[number], boolean>;

/**
 * Reads the `consent` cookie: "a1m0" means analytics without marketing. Returns undefined if the visitor has not
 * chosen.
 */
export function readConsent(text: string | undefined): Consent | undefined {
  const match = /^a([01])m([01])$/.exec(text ?? "");
  return match ? { analytics: match[1] === "1", marketing: match[2] === "1" } : undefined;
}
