/** The purposes that a visitor may agree to (docs/product/cookies-and-events.md#consent-and-analytics). */
export const consentPurposes = ["analytics", "marketing"] as const;
