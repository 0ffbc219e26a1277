import { useSyncExternalStore } from "react";

/** Returns true once the page is hydrated: false on the server and in the first rendering in the browser. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}

/** Subscribes to nothing, for a value in `useSyncExternalStore` that never changes. */
export function neverChanges(): () => void {
  return () => undefined;
}
