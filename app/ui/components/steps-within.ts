type HistoryStepHandler = (state: unknown) => boolean;

const historyStepHandlers = new Set<HistoryStepHandler>();

/**
 * Handles history steps (Back and Forward) between entries of one page.
 *
 * @param handleStep - called with the state of the entry that is now current; returns true if it handled the step
 * @returns a function that ends the subscription
 */
export function subscribeToHistorySteps(handleStep: HistoryStepHandler): () => void {
  historyStepHandlers.add(handleStep);
  return () => {
    historyStepHandlers.delete(handleStep);
  };
}

/**
 * Returns true if a history step (Back or Forward) stays within the page. The router must not handle such a step: it
 * would load the page again, and discard the response to a submitted form.
 */
export function isHistoryStepWithinPage({ state }: PopStateEvent): boolean {
  const isHandled = [...historyStepHandlers].some((handleStep) => handleStep(state));
  return isHandled || (state === null && location.hash !== "");
}
