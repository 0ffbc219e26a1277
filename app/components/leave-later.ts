import { useEffect, useState, useSyncExternalStore } from "react";

/** `still`: nothing happens by itself, as without script. */
export type Leaving = "still" | "leaving" | "staying";

/**
 * Goes to another page after a while, unless the visitor stays, leaves by themselves, or has come back to this
 * page (WCAG 2.2.1).
 *
 * @param ms constant while the page is shown
 */
export function useLeaveLater(href: string, ms: number): { leaving: Leaving; stay: () => void } {
  const mayLeave = useSyncExternalStore(noChanges, isNewVisit, () => false);
  const [stays, setStays] = useState(false);
  const stay = () => {
    setStays(true);
  };

  useEffect(() => {
    if (!mayLeave || stays) return;
    const timer = setTimeout(() => {
      location.assign(href);
    }, ms);
    // A page that the browser keeps goes on where it stopped when somebody comes back to it.
    const leftAlready = () => {
      clearTimeout(timer);
      setStays(true);
    };
    addEventListener("pagehide", leftAlready);
    return () => {
      clearTimeout(timer);
      removeEventListener("pagehide", leftAlready);
    };
  }, [mayLeave, stays, href, ms]);

  if (!mayLeave) return { leaving: "still", stay };
  return { leaving: stays ? "staying" : "leaving", stay };
}

/** Not reached by the back or forward button (Navigation Timing); a browser that cannot tell stays. */
function isNewVisit(): boolean {
  return performance
    .getEntriesByType("navigation")
    .some((entry) => entry instanceof PerformanceNavigationTiming && entry.type !== "back_forward");
}

function noChanges(): () => void {
  return () => undefined;
}
