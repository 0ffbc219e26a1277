import type { consentPurposes } from "~/domain/consent-purposes";

/** Returns the choice of a sent "Privacy choices" form: all or none by their buttons, otherwise the ticked purposes. */
export function chosenConsent(form: FormData): Consent {
  const choice = form.get("choice");
  const agreesTo = (purpose: string) => choice === "all" || (choice !== "none" && form.get(purpose) === "on");
  return { analytics: agreesTo("analytics"), marketing: agreesTo("marketing") };
}

/** Writes a choice for the `consent` cookie; `readConsent` reads it. */
export function consentText({ analytics, marketing }: Consent): string {
  return `a${analytics ? 1 : 0}m${marketing ? 1 : 0}`;
}

/** The visitor's consent to each purpose (docs/product/cookies-and-events.md#consent-and-analytics). */
export type Consent = Record<(typeof consentPurposes)[number], boolean>;

/** Reads the `consent` cookie: "a1m0" is analytics without marketing. Undefined if nothing was chosen. */
export function readConsent(text: string | undefined): Consent | undefined {
  const match = /^a([01])m([01])$/.exec(text ?? "");
  return match ? { analytics: match[1] === "1", marketing: match[2] === "1" } : undefined;
}
