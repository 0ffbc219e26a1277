import { useSyncExternalStore } from "react";

/** Whether script lives on this page: false on the server and for the first drawing in the browser. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}

/** For `useSyncExternalStore`: of a value that stays as it is. */
export function neverChanges(): () => void {
  return () => undefined;
}
