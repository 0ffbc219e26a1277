import { useSyncExternalStore } from "react";

/** Whether script lives on this page: false on the server and for the first drawing in the browser. */
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
