type StepHandler = (state: unknown) => boolean;

const followers = new Set<StepHandler>();

/**
 * Handles Back and Forward between history entries of the same page.
 *
 * @param handleStep - called with the state of the entry that is now current; returns true if it handled the step
 * @returns a function that ends the subscription
 */
export function subscribeToSteps(handleStep: StepHandler): () => void {
  followers.add(handleStep);
  return () => {
    followers.delete(handleStep);
  };
}

/**
 * Returns true if a step of Back or Forward stays within the page. The router must not handle such a step: it would
 * load the page again, and discard the response to a submitted form.
 */
export function isStepWithin({ state }: PopStateEvent): boolean {
  const isHandled = [...followers].some((handleStep) => handleStep(state));
  return isHandled || (state === null && location.hash !== "");
}
