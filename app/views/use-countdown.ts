import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { clockCorrection, timeLeft, type TimeLeft } from "./time-left";

/** `still`: as the server wrote it, without script or for people who want nothing to move. */
export type Ticking = "still" | "running" | "paused";

/**
 * Counts down to an instant each second, by the browser's clock corrected by the server's, and can be paused
 * (WCAG 2.2.2). For people who ask for reduced motion it stays as the server wrote it.
 *
 * @param endsAt in ISO 8601, as `now`, the server's clock when it made the page
 */
export function useCountdown(
  endsAt: string,
  now: string,
): { left: TimeLeft; ticking: Ticking; toggle: () => void } {
  const mayTick = useSyncExternalStore(onMotionChange, motionIsWelcome, () => false);
  const [paused, setPaused] = useState(false);
  const [current, setCurrent] = useState(() => Date.parse(now));
  const correction = useRef<number>(undefined);
  const end = Date.parse(endsAt);

  useEffect(() => {
    if (!mayTick || paused) return;
    const by = (correction.current ??= clockCorrection({ serverNow: Date.parse(now), ...arrival() }));
    let timer: ReturnType<typeof setTimeout>;
    const tick = () => {
      const at = Date.now() + by;
      setCurrent(at);
      // When this second is over, and not a second from now: a timer is late each time.
      if (at < end) timer = setTimeout(tick, ((end - at) % 1000) + 1);
    };
    timer = setTimeout(tick, 0);
    return () => clearTimeout(timer);
  }, [mayTick, paused, now, end]);

  return {
    left: timeLeft(end, current),
    ticking: mayTick ? (paused ? "paused" : "running") : "still",
    toggle: () => setPaused(!paused),
  };
}

/** When the page came here, and whether over the network (Navigation Timing). */
function arrival(): { arrivedAt: number; fromCache: boolean } {
  const [entry] = performance.getEntriesByType("navigation");
  if (!(entry instanceof PerformanceNavigationTiming)) return { arrivedAt: Date.now(), fromCache: false };
  return {
    arrivedAt: performance.timeOrigin + entry.responseStart,
    fromCache: entry.transferSize === 0,
  };
}

const reducedMotion = "(prefers-reduced-motion: reduce)";

function motionIsWelcome(): boolean {
  return !matchMedia(reducedMotion).matches;
}

function onMotionChange(changed: () => void): () => void {
  const query = matchMedia(reducedMotion);
  query.addEventListener("change", changed);
  return () => query.removeEventListener("change", changed);
}
