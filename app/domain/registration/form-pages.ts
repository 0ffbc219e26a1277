/**
 * The form that is shown: the single page ("default"), or a step of the lean flow
 * (docs/product/registration.md#registration).
 */
export type RegistrationFlow = "default" | "leanStep1" | "leanStep2";

/**
 * Returns the form step that the landing page shows to an invited visitor. It is the lean flow's first step, or the
 * contact fields of the single page.
 */
export function getFirstStepIntent(flow: RegistrationFlow): "leanStep1" | "contact" {
  return flow === "default" ? "contact" : "leanStep1";
}

/**
 * The step of the registration form that a visitor has sent. `contact`: the contact fields of the single page, sent
 * from the landing page. `back`: a click on the button that returns to the first step.
 */
export type RegistrationIntent = RegistrationFlow | "contact" | "back";

/** Returns true if a form with this intent has only an e-mail address and a country. */
export function isFirstStepIntent(intent: RegistrationIntent): boolean {
  return intent === "leanStep1" || intent === "contact";
}

/**
 * Returns the path and query of a page of the form. Each page of a flow has its own address, so that Back and reload
 * work.
 */
export function getFormPath(flow: RegistrationFlow): string {
  return `/registration/formstarted${flow === "leanStep2" ? "?step=2" : ""}`;
}

/** Returns true for the address of the lean flow's second page. */
export function isSecondFormPageUrl(url: URL): boolean {
  return url.searchParams.get("step") === "2";
}
