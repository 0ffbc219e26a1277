/**
 * Kinds of failures in browsers, in the log and the metrics (docs/decisions/hydration.md):
 *
 * - `changed-page`: something other than React changed the page before hydration, so the page is not hydrated.
 * - `missing-feature`: the browser lacks a feature that the scripts use.
 * - `script`: a script could not be loaded or started.
 * - `hydration`: the page differs from the one that React expected.
 * - `rendering`: a component failed; the page stays as it was.
 * - `error`: any other uncaught error or rejection.
 */
export const browserFailures = [
  "changed-page",
  "missing-feature",
  "script",
  "hydration",
  "rendering",
  "error",
] as const;
export type BrowserFailure = (typeof browserFailures)[number];
