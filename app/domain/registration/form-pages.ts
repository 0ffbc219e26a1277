import type { RegistrationFlow } from "./registration.schema";

/**
 * Returns the first form step that the landing page shows to an invited visitor. It belongs to the lean flow, or to the
 * single page (its contact fields).
 */
export function firstStepOf(flow: RegistrationFlow): "leanStep1" | "contact" {
  return flow === "default" ? "contact" : "leanStep1";
}

/** Returns true if a form with this intent has only an e-mail address and a country. */
export function isFirstStep(intent: string): boolean {
  return intent === "leanStep1" || intent === "contact";
}

/** Returns the address of the form's page. Each page of a flow has one, so that Back and reload work. */
export function registrationFormPath(flow: RegistrationFlow): string {
  return `/registration/formstarted${flow === "leanStep2" ? "?step=2" : ""}`;
}

/** Returns true for the address of the lean flow's second page. */
export function isSecondPageAt(url: URL): boolean {
  return url.searchParams.get("step") === "2";
}
