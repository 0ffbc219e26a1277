type StepHandler = (state: unknown) => boolean;

const followers = new Set<StepHandler>();

/**
 * Follows Back and Forward between history entries of the same page.
 *
 * @param follow - called with the state of the current entry; returns true if it handled the step
 * @returns a function that stops following
 */
export function subscribeToSteps(handleStep: StepHandler): () => void {
  followers.add(handleStep);
  return () => {
    followers.delete(handleStep);
  };
}

/**
 * Returns true if a step stays within the page. The router must not handle it: it would load the same page again, and
 * drop the answer of a form's action.
 */
export function isStepWithin({ state }: PopStateEvent): boolean {
  const isHandled = [...followers].some((handleStep) => handleStep(state));
  return isHandled || (state === null && location.hash !== "");
}
