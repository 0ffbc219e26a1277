import { useSyncExternalStore } from "react";

/** Whether script lives on this page: false on the server and for the first drawing in the browser. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    noChanges,
    () => true,
    () => false,
  );
}

function noChanges(): () => void {
  return () => undefined;
}
