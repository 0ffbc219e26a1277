declare global {
  interface Navigator {
    /** True if the browser sends Global Privacy Control (w3.org/TR/gpc); missing in some browsers. */
    globalPrivacyControl?: boolean;
  }
}

/**
 * Returns true if the browser sends Global Privacy Control, which counts as a refusal until the visitor chooses
 * (docs/decisions/consent.md).
 */
export function hasGlobalPrivacyControl(): boolean {
  return navigator.globalPrivacyControl === true;
}
