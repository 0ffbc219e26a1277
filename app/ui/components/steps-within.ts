type Follow = (state: unknown) => boolean;

const followers = new Set<Follow>();

/**
 * Follows steps through the browser's history that stay within the page.
 *
 * @param follow given the state of the entry that is shown now; whether the step was one of its own
 * @returns ends it
 */
export function followSteps(follow: Follow): () => void {
  followers.add(follow);
  return () => {
    followers.delete(follow);
  };
}

/**
 * Whether a step stays within the page. The router is not to hear of it: it would ask for the same page again, and drop
 * what a form's action has answered.
 */
export function isStepWithin({ state }: PopStateEvent): boolean {
  const isFollowed = [...followers].some((follow) => follow(state));
  return isFollowed || (state === null && location.hash !== "");
}
