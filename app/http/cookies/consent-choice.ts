/** What a visitor has agreed to (docs/product.md#consent-and-analytics). */
export interface Consent {
  analytics: boolean;
  marketing: boolean;
}

/** The `consent` cookie's text, "a1m0" for analytics without marketing; undefined while nothing was chosen. */
export function readConsent(text: string | undefined): Consent | undefined {
  const chosen = /^a([01])m([01])$/.exec(text ?? "");
  return chosen ? { analytics: chosen[1] === "1", marketing: chosen[2] === "1" } : undefined;
}
