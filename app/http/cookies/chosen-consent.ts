import type { Consent } from "./consent-choice";

/** What a sent "Privacy choices" form chooses: by the button that was pressed all, none, or else what is ticked. */
export function chosenConsent(form: FormData): Consent {
  const choice = form.get("choice");
  const agreesTo = (purpose: string) => choice === "all" || (choice !== "none" && form.get(purpose) === "on");
  return { analytics: agreesTo("analytics"), marketing: agreesTo("marketing") };
}

/** The text that the `consent` cookie keeps of a choice; `readConsent` reads it. */
export function consentText({ analytics, marketing }: Consent): string {
  return `a${analytics ? 1 : 0}m${marketing ? 1 : 0}`;
}
