import type { consentPurposes } from "~/domain/consent-purposes";

/** The choice of a sent "Privacy choices" form: by the button that was pressed all, none, or else the ticked ones. */
export function chosenConsent(form: FormData): Consent {
  const choice = form.get("choice");
  const agreesTo = (purpose: string) => choice === "all" || (choice !== "none" && form.get(purpose) === "on");
  return { analytics: agreesTo("analytics"), marketing: agreesTo("marketing") };
}

/** The text that the `consent` cookie keeps of a choice; `readConsent` reads it. */
export function consentText({ analytics, marketing }: Consent): string {
  return `a${analytics ? 1 : 0}m${marketing ? 1 : 0}`;
}

/** The purposes that a visitor has agreed to (docs/product.md#consent-and-analytics). */
export type Consent = Record<(typeof consentPurposes)[number], boolean>;

/** The `consent` cookie's text, "a1m0" for analytics without marketing; undefined while nothing was chosen. */
export function readConsent(text: string | undefined): Consent | undefined {
  const chosen = /^a([01])m([01])$/.exec(text ?? "");
  return chosen ? { analytics: chosen[1] === "1", marketing: chosen[2] === "1" } : undefined;
}
