import { useSite } from "~/ui/components/site";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";

const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** The time until an instant in whole units. All values are zero after that instant. */
interface TimeLeft {
  days: number;
  hours: number;
  minutes: number;
  seconds: number;
}

export function computeTimeLeft(endsAt: number, now: number): TimeLeft {
  const remainingMs = Math.max(0, endsAt - now);
  return {
    days: Math.floor(remainingMs / dayMs),
    hours: Math.floor((remainingMs % dayMs) / hourMs),
    minutes: Math.floor((remainingMs % hourMs) / minuteMs),
    seconds: Math.floor((remainingMs % minuteMs) / secondMs),
  };
}

/**
 * Returns the milliseconds to add to the browser's clock to get the server's time. Differences of less than two minutes
 * are ignored, because transfer and caching cause them. The difference is also ignored for a page from the browser's
 * cache: its server time is old.
 *
 * @param serverNowMs - the server's clock when it rendered the page
 * @param arrivedAt - the browser's clock when the page arrived
 */
export function computeClockCorrection({
  serverNowMs,
  arrivedAt,
  isFromCache,
}: {
  serverNowMs: number;
  arrivedAt: number;
  isFromCache: boolean;
}): number {
  const clockDifferenceMs = serverNowMs - arrivedAt;
  return isFromCache || Math.abs(clockDifferenceMs) < 2 * minuteMs ? 0 : clockDifferenceMs;
}

/** The state of the countdown. `idle`: the countdown does not change, without script or with reduced motion. */
type CountdownState = "idle" | "running" | "paused";

/**
 * Counts down to an instant each second, with the browser's clock corrected by the server's. The visitor can pause the
 * countdown (WCAG 2.2.2). With reduced motion it does not change.
 *
 * @param endsAt - the end of the countdown, ISO 8601
 * @param now - the server's clock when it rendered the page, ISO 8601
 */
function useCountdown(
  endsAt: string,
  now: string,
): { timeLeft: TimeLeft; countdownState: CountdownState; togglePause: () => void } {
  const canTick = useSyncExternalStore(subscribeToMotionPreference, allowsMotion, () => false);
  const [isPaused, setIsPaused] = useState(false);
  const [currentMs, setCurrentMs] = useState(() => Date.parse(now));
  const correctionRef = useRef<number>(undefined);
  const endTimeMs = Date.parse(endsAt);

  useEffect(() => {
    if (!canTick || isPaused) return;
    const correctionMs = (correctionRef.current ??= computeClockCorrection({
      serverNowMs: Date.parse(now),
      ...readPageArrival(),
    }));
    let timer: ReturnType<typeof setTimeout>;
    const updateTimeLeft = () => {
      const correctedNow = Date.now() + correctionMs;
      setCurrentMs(correctedNow);
      // Schedules each tick for the end of the current second, because a fixed interval of 1000 ms would drift.
      if (correctedNow < endTimeMs)
        timer = setTimeout(updateTimeLeft, ((endTimeMs - correctedNow) % 1000) + 1);
    };
    timer = setTimeout(updateTimeLeft, 0);
    return () => clearTimeout(timer);
  }, [canTick, isPaused, now, endTimeMs]);

  return {
    timeLeft: computeTimeLeft(endTimeMs, currentMs),
    countdownState: canTick ? (isPaused ? "paused" : "running") : "idle",
    togglePause: () => setIsPaused(!isPaused),
  };
}

/** Returns when the page arrived, and whether it came from the browser's cache (Navigation Timing API). */
function readPageArrival(): { arrivedAt: number; isFromCache: boolean } {
  const [navigationEntry] = performance.getEntriesByType("navigation");
  if (!(navigationEntry instanceof PerformanceNavigationTiming))
    return { arrivedAt: Date.now(), isFromCache: false };
  return {
    arrivedAt: performance.timeOrigin + navigationEntry.responseStart,
    isFromCache: navigationEntry.transferSize === 0,
  };
}

const reducedMotionQuery = "(prefers-reduced-motion: reduce)";

function allowsMotion(): boolean {
  return !matchMedia(reducedMotionQuery).matches;
}

function subscribeToMotionPreference(onChange: () => void): () => void {
  const mediaQueryList = matchMedia(reducedMotionQuery);
  mediaQueryList.addEventListener("change", onChange);
  return () => mediaQueryList.removeEventListener("change", onChange);
}

/** The banner of the countdown to Black Friday (docs/product/cookies-and-events.md#experiments-and-seasons). */
export function CountdownBanner({ endsAt, now }: { endsAt: string; now: string }) {
  const { t } = useSite();
  const { timeLeft, countdownState, togglePause } = useCountdown(endsAt, now);
  const isIdle = countdownState === "idle";
  return (
    <section className="season" aria-labelledby="season-title">
      <p>
        <strong className="season-title" id="season-title">
          {t("countdown:title")}
        </strong>{" "}
        {t("countdown:body")} <RemainingTime timeLeft={timeLeft} isIdle={isIdle} />
      </p>
      {/* The button is invisible until the countdown runs, but its space is reserved, so that nothing moves. */}
      <button
        type="button"
        className="countdown-button"
        data-idle={isIdle || undefined}
        onClick={togglePause}
      >
        {t(`countdown:${countdownState === "paused" ? "resume" : "pause"}`)}
      </button>
    </section>
  );
}

/**
 * Shows the remaining time (docs/product/cookies-and-events.md#experiments-and-seasons). Minutes and seconds are
 * visible only while the countdown runs, but always take their width, so that the layout does not shift.
 */
function RemainingTime({ timeLeft, isIdle }: { timeLeft: TimeLeft; isIdle: boolean }) {
  const { t } = useSite();
  const smallUnitClasses = "countdown-part countdown-later";
  return (
    <span className="countdown" data-idle={isIdle || undefined}>
      <TimeUnit unit="days" count={timeLeft.days} className="countdown-part" />{" "}
      <span className="countdown-and">{t("countdown:and")} </span>
      <TimeUnit unit="hours" count={timeLeft.hours} className="countdown-part" />{" "}
      <TimeUnit unit="minutes" count={timeLeft.minutes} className={smallUnitClasses} />{" "}
      <TimeUnit unit="seconds" count={timeLeft.seconds} className={smallUnitClasses} />
    </span>
  );
}

/** Shows a number with its unit. Minutes and seconds always have two digits, so that the width stays the same. */
function TimeUnit({ unit, count, className }: { unit: keyof TimeLeft; count: number; className: string }) {
  const { t } = useSite();
  const unitText = count.toString();
  const isPadded = unit === "minutes" || unit === "seconds";
  const [textBefore, ...textsAfter] = t(`countdown:${unit}`, { count }).split(unitText);
  return (
    <span className={className}>
      {textBefore}
      <span className="countdown-number">{isPadded ? unitText.padStart(2, "0") : unitText}</span>
      {textsAfter.join(unitText)}
    </span>
  );
}
