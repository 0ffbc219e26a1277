/**
 * Kinds of failures in browsers, in the log and the metrics (docs/decisions/hydration.md):
 *
 * - `changed-page`: before hydration, something else had changed the page. The page stays as the server sent it.
 * - `missing-feature`: the browser lacks what the scripts call.
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
