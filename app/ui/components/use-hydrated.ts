import { useSyncExternalStore } from "react";

/** Returns true once the page is hydrated: false on the server and in the first rendering in the browser. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
}

/** A `subscribe` function for `useSyncExternalStore` that does nothing, for a value that never changes. */
export function subscribeToNothing(): () => void {
  return () => undefined;
}
