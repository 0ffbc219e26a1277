import { subscribeToNothing } from "~/ui/components/use-hydrated";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { useSite } from "~/ui/components/site";
import { Notice } from "~/ui/components/notice";

/**
 * The state of the automatic redirect to the login. `idle`: the page does not redirect by itself, for example without
 * script. `staying`: the visitor has stopped the redirect.
 */
type NavigationState = "idle" | "leaving" | "staying";

/**
 * Navigates to another page after some time (WCAG 2.2.1). Does not navigate if the visitor cancels, leaves this page
 * earlier, or came to this page by Back or Forward.
 *
 * @param delayMs - milliseconds; must not change while the page is shown
 */
function useDelayedNavigation(
  href: string,
  delayMs: number,
): { navigationState: NavigationState; stopNavigation: () => void } {
  const canNavigate = useSyncExternalStore(subscribeToNothing, isNewVisit, () => false);
  const [isStaying, setIsStaying] = useState(false);
  const stopNavigation = () => {
    setIsStaying(true);
  };

  useEffect(() => {
    if (!canNavigate || isStaying) return;
    const timer = setTimeout(() => {
      location.assign(href);
    }, delayMs);
    // Stops the timer when the visitor leaves the page. In the back/forward cache the timer would continue after the
    // visitor's return.
    const stopTimer = () => {
      clearTimeout(timer);
      setIsStaying(true);
    };
    addEventListener("pagehide", stopTimer);
    return () => {
      clearTimeout(timer);
      removeEventListener("pagehide", stopTimer);
    };
  }, [canNavigate, isStaying, href, delayMs]);

  if (!canNavigate) return { navigationState: "idle", stopNavigation };
  return { navigationState: isStaying ? "staying" : "leaving", stopNavigation };
}

/**
 * Returns true if the page was not opened by Back or Forward (Navigation Timing API). Returns false in browsers without
 * the Navigation Timing API.
 */
function isNewVisit(): boolean {
  return performance
    .getEntriesByType("navigation")
    .some((entry) => entry instanceof PerformanceNavigationTiming && entry.type !== "back_forward");
}

const navigationDelaySeconds = 20;

/**
 * The page for an account that is already active. It has a link to the login. With script, it opens the login after 20
 * seconds (docs/product/pages.md#pages).
 */
export function ActiveAccount() {
  const { t, links } = useSite();
  const { navigationState, stopNavigation } = useDelayedNavigation(
    links.login,
    navigationDelaySeconds * 1000,
  );
  return (
    <div className="stack">
      <Notice
        heading={t("progress:active.heading")}
        button={{ href: links.login, text: t("progress:active.login"), interactionKind: "login" }}
        links={[{ href: links.passwordReset, text: t("progress:active.reset") }]}
      >
        <p>{t("progress:active.body")}</p>
      </Notice>
      <NavigationStatus navigationState={navigationState} onStay={stopNavigation} />
    </div>
  );
}

/** Returns the whole seconds until the page opens the login. */
function useSecondsLeft(isRunning: boolean): number {
  const [secondsLeft, setSecondsLeft] = useState(navigationDelaySeconds);
  useEffect(() => {
    if (!isRunning) return;
    const endTimeMs = performance.now() + navigationDelaySeconds * 1000;
    const timer = setInterval(() => {
      setSecondsLeft(Math.max(0, Math.ceil((endTimeMs - performance.now()) / 1000)));
    }, 1000);
    return () => {
      clearInterval(timer);
    };
  }, [isRunning]);
  return secondsLeft;
}

/** Announces that the page will open the login, and shows a button that prevents it. */
export function NavigationStatus({
  navigationState,
  onStay,
}: {
  navigationState: NavigationState;
  onStay: () => void;
}) {
  const { t } = useSite();
  const secondsLeft = useSecondsLeft(navigationState === "leaving");
  const statusRef = useRef<HTMLParagraphElement>(null);
  // Moves the focus to the status, because the clicked button disappears.
  const stayOnPage = () => {
    statusRef.current?.focus();
    onStay();
  };
  return (
    <>
      <p ref={statusRef} role="status" tabIndex={-1}>
        {/* Screen readers announce this sentence once. They ignore the visible countdown, which changes every second. */}
        {navigationState === "leaving" && (
          <span className="visually-hidden">
            {t("progress:active.leaving", { count: navigationDelaySeconds })}
          </span>
        )}
        {navigationState === "staying" && t("progress:active.staying")}
      </p>
      {navigationState === "leaving" && (
        <p aria-hidden="true">{t("progress:active.leaving", { count: secondsLeft })}</p>
      )}
      {navigationState === "leaving" && (
        <p>
          <button type="button" className="button quiet-button" onClick={stayOnPage}>
            {t("progress:active.stay")}
          </button>
        </p>
      )}
    </>
  );
}
