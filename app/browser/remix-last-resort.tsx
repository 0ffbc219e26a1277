import type { ReactNode } from "react";

/**
 * In the browser it takes the place of the error page for developers that Remix shows when even the layout has failed,
 * with its stack (vite.config.ts). The error reaches `KeepPage`, which keeps the server's page.
 */
export function RemixErrorBoundary({ children }: { children: ReactNode }) {
  return children;
}

/** For a root without an error boundary of its own; ours has one. */
export function RemixRootDefaultErrorBoundary() {
  return null;
}

/** While a page waits for its own loaders in the browser, of which there are none. */
export function RemixRootDefaultHydrateFallback() {
  return null;
}
