import { lazy, type ComponentType, type LazyExoticComponent } from "react";

/** A part of a page whose code comes to the browser once it is shown, and not before. */
export function lazyPart<Props>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: await load() }));
}
