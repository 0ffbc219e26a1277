import type { RegistrationFlow } from "./registration.schema";

/** The first step that an invited visitor's gate holds: in the lean flow its own, else what the one page begins with. */
export function firstStepOf(flow: RegistrationFlow): "leanStep1" | "contact" {
  return flow === "default" ? "contact" : "leanStep1";
}

/** Whether a sent form, by its intent, asked for the address and the country alone. */
export function isFirstStep(intent: string): boolean {
  return intent === "leanStep1" || intent === "contact";
}

/** Each page of a flow has an address of its own, so that the browser's Back and a reload mean the right one. */
export function registrationFormPath(flow: RegistrationFlow): string {
  return `/registration/formstarted${flow === "leanStep2" ? "?step=2" : ""}`;
}

/** Whether the lean flow's second page is asked for. */
export function isSecondPageAt(url: URL): boolean {
  return url.searchParams.get("step") === "2";
}
