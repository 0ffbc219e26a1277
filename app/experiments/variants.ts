import type { Features } from "~/config/features-variable";
import type { ExperimentAssignment } from "./evaluate.server";

/** The features of a request, and the cookies that its answer sets for them. */
export interface Variants {
  /** The value of each feature (docs/product/cookies-and-events.md#experiments-and-seasons). */
  features: Features;
  /** The experiments that this page assigns the visitor to. They are emitted if the page is shown. */
  assignments: readonly ExperimentAssignment[];
  /** True for an administrator's preview, which emits no events. */
  isPreview: boolean;
  /** Set-Cookie for `visitor`, for a page that is shown; undefined if it does not change. */
  visitorCookie: { value: string; clears: boolean } | undefined;
  /** Set-Cookie for `variants`, for every answer; undefined if it does not change. */
  variantsCookie: string | undefined;
}

/** Returns the variants of a shared page: features only. */
export function variantsOfMany(features: Features): Variants {
  return {
    features,
    assignments: [],
    isPreview: false,
    visitorCookie: undefined,
    variantsCookie: undefined,
  };
}
