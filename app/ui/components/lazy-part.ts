import { lazy, type ComponentType, type LazyExoticComponent } from "react";

/**
 * A part of a page whose code comes to the browser once it is shown, and not before. Where it cannot be had the page
 * stays as it is, if it is not loaded anew.
 */
export function lazyPart<Props>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(() => load().then((part) => ({ default: part }), reloadOnFailure));
}

function reloadOnFailure(error: unknown): Promise<never> {
  if (import.meta.env.SSR) throw error;
  reloadFor(error);
  reportError(error);
  return new Promise(() => undefined);
}
