import { Component, type ReactNode } from "react";

/**
 * In the browser it takes the place of what Remix shows when even the layout has failed: the error with its stack, and
 * words for developers. Nobody is shown that here (docs/product.md#errors-and-messages), and nobody loads it;
 * vite.config.ts.
 */
export class RemixErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  /** React would keep it to itself. */
  override componentDidCatch(error: unknown) {
    reportError(error);
  }

  override render() {
    return this.state.failed ? null : this.props.children;
  }
}

/** For a root without an error boundary of its own; ours has one. */
export function RemixRootDefaultErrorBoundary() {
  return null;
}

/** While a page waits for its own loaders in the browser, of which there are none. */
export function RemixRootDefaultHydrateFallback() {
  return null;
}
