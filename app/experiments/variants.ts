import type { Features } from "~/config/features-variable";
import type { ExperimentAssignment } from "./evaluate.server";

/** The features of a request, and the cookies that the response sets for experiments. */
export interface Variants {
  /** The value of each feature (docs/product/cookies-and-events.md#experiments-and-seasons). */
  features: Features;
  /**
   * The variations to which this request has newly assigned the visitor. The page emits them to analytics if it is
   * shown.
   */
  newAssignments: readonly ExperimentAssignment[];
  /** True for an administrator's preview, which emits no events. */
  isPreview: boolean;
  /**
   * The Set-Cookie value for `visitor`; undefined if the cookie does not change. Sent only with a page that is shown.
   */
  visitorCookie: { value: string; isDeletion: boolean } | undefined;
  /** The Set-Cookie value for `variants`; undefined if the cookie does not change. Sent with every response. */
  variantsCookie: string | undefined;
}

/**
 * Returns the variants of a shared page. A shared page has no visitor, so it has features but no assignments and
 * cookies.
 */
export function createSharedVariants(features: Features): Variants {
  return {
    features,
    newAssignments: [],
    isPreview: false,
    visitorCookie: undefined,
    variantsCookie: undefined,
  };
}
