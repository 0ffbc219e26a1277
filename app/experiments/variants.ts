import type { Features } from "~/config/features-variable";
import type { ExperimentAssignment } from "./evaluate.server";

/** The features that a request is shown, and the cookies that its answer has to set for them. */
export interface Variants {
  /** docs/product.md#experiments-and-seasons. */
  features: Features;
  /**
   * The experiments that the visitor is put into with this page, to be told on it; when it is not shown, they are not.
   */
  assignments: readonly ExperimentAssignment[];
  /** An administrator's link decides: what happens here says nothing of visitors. */
  isPreview: boolean;
  /** Set-Cookie for `visitor`, with a page that is shown; undefined when it stays as it is. */
  visitorCookie: { value: string; clears: boolean } | undefined;
  /** Set-Cookie for `variants`, with every answer; undefined when it stays as it is. */
  variantsCookie: string | undefined;
}

/** Of a page that is made for many: features, and nothing of a visitor. */
export function variantsOfMany(features: Features): Variants {
  return {
    features,
    assignments: [],
    isPreview: false,
    visitorCookie: undefined,
    variantsCookie: undefined,
  };
}
