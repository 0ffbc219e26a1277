import { useSyncExternalStore } from "react";

/** Returns true once the page is hydrated: false on the server and in the first rendering in the browser. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}

/** The subscription to a value that never changes, for `useSyncExternalStore`. */
export function neverChanges(): () => void {
  return () => undefined;
}
