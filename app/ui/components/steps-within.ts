type Follow = (state: unknown) => boolean;

const followers = new Set<Follow>();

/**
 * Follows Back and Forward between history entries of the same page.
 *
 * @param follow - called with the state of the current entry; returns true if it handled the step
 * @returns a function that stops following
 */
export function followSteps(follow: Follow): () => void {
  followers.add(follow);
  return () => {
    followers.delete(follow);
  };
}

/**
 * Returns true if a step stays within the page. The router must not handle it: it would load the same page again, and
 * drop the answer of a form's action.
 */
export function isStepWithin({ state }: PopStateEvent): boolean {
  const isFollowed = [...followers].some((follow) => follow(state));
  return isFollowed || (state === null && location.hash !== "");
}
