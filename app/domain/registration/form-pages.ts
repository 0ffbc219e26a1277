/**
 * The form that is shown (docs/product/registration.md#registration): the single page ("default"), or a step of a flow.
 * The default flow has two steps if it begins on the landing page: the contact fields, then all other fields.
 */
export type RegistrationFlow = "default" | "defaultStep1" | "defaultStep2" | "leanStep1" | "leanStep2";

/** Returns true for a form that shows the contact fields of the first step as a sentence. */
export function isSecondStep(flow: RegistrationIntent): boolean {
  return flow === "defaultStep2" || flow === "leanStep2";
}

/** Returns true for a form of the lean flow. */
export function isLean(flow: RegistrationFlow): boolean {
  return flow === "leanStep1" || flow === "leanStep2";
}

/** Returns the form step that the landing page shows to an invited visitor. */
export function getFirstStepIntent(flow: RegistrationFlow): "leanStep1" | "defaultStep1" {
  return isLean(flow) ? "leanStep1" : "defaultStep1";
}

/** The step of the registration form that a visitor has sent. `back`: a click on "Change" in the second step. */
export type RegistrationIntent = RegistrationFlow | "back";

/** Returns true if a form with this intent has only an e-mail address and a country. */
export function isFirstStepIntent(intent: RegistrationIntent): boolean {
  return intent === "leanStep1" || intent === "defaultStep1";
}

/**
 * Returns the path and query of a page of the form. Each page of a flow has its own address, so that Back and reload
 * work.
 */
export function getFormPath(step: 1 | 2): string {
  return `/registration/formstarted${step === 2 ? "?step=2" : ""}`;
}

/** Returns true for the address of the form's second step. */
export function isSecondFormPageUrl(url: URL): boolean {
  return url.searchParams.get("step") === "2";
}
