import {
  createContext,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { useSite } from "./site";
import { useHydrated } from "./use-hydrated";

/** How long a toast stays (docs/product/pages.md#errors-and-messages), in milliseconds. */
const toastLifetimeMs = 5000;

/** A message that is shown for a short time (docs/product/pages.md#errors-and-messages). */
interface ToastEntry {
  id: number;
  message: string;
  type: "info" | "success" | "error";
}

/**
 * Shows a toast, which disappears after `toastLifetimeMs`. The time pauses while the toast is hovered or focused (WCAG
 * 2.2.1).
 */
function Toast({ id, message, type, onClosed }: ToastEntry & { onClosed: (id: number) => void }) {
  const { t } = useSite();
  const [isHovered, setIsHovered] = useState(false);
  const [isFocused, setIsFocused] = useState(false);
  const remainingMsRef = useRef(toastLifetimeMs);
  const isPaused = isHovered || isFocused;

  useEffect(() => {
    if (isPaused) return;
    const startedAt = performance.now();
    const timer = setTimeout(() => onClosed(id), remainingMsRef.current);
    return () => {
      clearTimeout(timer);
      remainingMsRef.current -= performance.now() - startedAt;
    };
  }, [isPaused, id, onClosed]);

  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) =>
    setIsFocused(relatedTarget instanceof Node && currentTarget.contains(relatedTarget));

  return (
    <div
      className="toast"
      data-script=""
      data-type={type}
      // Only pointer movement pauses the time. A toast that appears under a resting pointer is not paused.
      onPointerMove={({ movementX, movementY }) => {
        if (movementX !== 0 || movementY !== 0) setIsHovered(true);
      }}
      onPointerLeave={() => setIsHovered(false)}
      onFocus={() => setIsFocused(true)}
      onBlur={onBlur}
    >
      <p id={`toast-${id}`}>{message}</p>
      <button
        type="button"
        className="toast-dismiss"
        aria-describedby={`toast-${id}`}
        onClick={() => onClosed(id)}
      >
        {t("common:toast.dismiss")}
      </button>
    </div>
  );
}

/**
 * Returns true if the last used field is in the lower half of the window, where toasts would cover it. The value does
 * not change when the visitor clicks a button, so that toasts do not move.
 */
function useIsFieldBelow(isRequested: boolean): boolean {
  const [isBelow, setIsBelow] = useState(false);
  useEffect(() => {
    if (!isRequested) return;
    const updateIsFieldBelow = () => {
      const { activeElement: field } = document;
      if (!field?.matches("input, select, textarea")) return;
      const { top, bottom } = field.getBoundingClientRect();
      setIsBelow(top + bottom > innerHeight);
    };
    updateIsFieldBelow();
    const eventNames = ["focusin", "scroll", "resize"];
    for (const eventName of eventNames) addEventListener(eventName, updateIsFieldBelow, { passive: true });
    return () => {
      for (const eventName of eventNames) removeEventListener(eventName, updateIsFieldBelow);
      setIsBelow(false);
    };
  }, [isRequested]);
  return isBelow;
}

/**
 * Shows toasts that the consent service requests by an event. The service is not part of the page
 * (app/browser/consent-service.ts).
 */
function useRequestedToasts(showToast: Toasts["showToast"]): void {
  useEffect(() => {
    const handleToastEvent = (event: Event) => {
      if (!(event instanceof CustomEvent) || typeof event.detail !== "string") return;
      event.preventDefault();
      showToast(event.detail);
    };
    addEventListener("toast", handleToastEvent);
    return () => removeEventListener("toast", handleToastEvent);
  }, [showToast]);
}

/**
 * Prevents the submission of a form while the browser is offline, and shows why. Otherwise the browser's error page
 * would replace the page.
 */
function useOfflineForms(showToast: Toasts["showToast"], message: string): void {
  useEffect(() => {
    // Listens on the window, so that the page's own handlers run first: they may prevent the submission to show a
    // form's errors.
    const onSubmit = (event: SubmitEvent) => {
      if (navigator.onLine || event.defaultPrevented) return;
      event.preventDefault();
      showToast(message, "error");
    };
    addEventListener("submit", onSubmit);
    return () => removeEventListener("submit", onSubmit);
  }, [showToast, message]);
}

interface Toasts {
  /** Shows a toast for a while, below the toasts that are already shown. */
  showToast: (message: string, type?: ToastEntry["type"]) => void;
}

const ToastContext = createContext<Toasts | undefined>(undefined);

export function useToast(): Toasts {
  const toasts = useContext(ToastContext);
  if (!toasts) throw new Error("useToast needs a ToastProvider around it");
  return toasts;
}

/**
 * Returns a function to call when a script could not be loaded, for example after a deployment. The function calls
 * `continueWithoutScript`, which needs no script. If the browser is offline, the function shows a message instead.
 */
export function useContinueWithoutScript(): (continueWithoutScript: () => void) => void {
  const { t } = useSite();
  const { showToast } = useToast();
  const message = t("common:failure.offline");
  return useCallback(
    (continueWithoutScript) => {
      if (navigator.onLine) continueWithoutScript();
      else showToast(message, "error");
    },
    [showToast, message],
  );
}

/**
 * Renders the page's content and, after it, the live region for toasts. The region exists before the first toast, so
 * that screen readers announce the toast. Escape in the region removes the newest toast.
 */
export function ToastProvider({ children }: { children: ReactNode }) {
  const { t } = useSite();
  const [entries, setEntries] = useState<readonly ToastEntry[]>([]);
  const lastIdRef = useRef(0);
  const containerRef = useRef<HTMLDivElement>(null);
  const previousFocusRef = useRef<HTMLElement | undefined>(undefined);

  const showToast = useCallback((message: string, type: ToastEntry["type"] = "info") => {
    const id = ++lastIdRef.current;
    // Moves a message that is already shown to the end, so that it does not appear twice.
    setEntries((previousEntries) => [
      ...previousEntries.filter((previousEntry) => previousEntry.message !== message),
      { id, message, type },
    ]);
  }, []);
  const removeToast = useCallback((id: number) => {
    // Returns the focus to the element that had it before the toast.
    if (containerRef.current?.contains(document.activeElement))
      previousFocusRef.current?.focus({ preventScroll: true });
    setEntries((previousEntries) => previousEntries.filter((toast) => toast.id !== id));
  }, []);
  const toasts = useMemo(() => ({ showToast }), [showToast]);
  const isFieldBelow = useIsFieldBelow(entries.length > 0);
  useRequestedToasts(showToast);
  useOfflineForms(showToast, t("common:failure.offline"));

  const onFocus = ({ relatedTarget, currentTarget }: FocusEvent) => {
    if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget))
      previousFocusRef.current = relatedTarget;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const newestToast = entries.at(-1);
    if (event.key !== "Escape" || !newestToast) return;
    event.stopPropagation();
    removeToast(newestToast.id);
  };

  return (
    <ToastContext.Provider value={toasts}>
      {children}
      <div
        className="toasts"
        data-above={isFieldBelow || undefined}
        role="status"
        aria-label={t("common:toast.label")}
        aria-atomic="false"
        ref={containerRef}
        onFocus={onFocus}
        onKeyDown={onKeyDown}
      >
        {entries.map((toast) => (
          <Toast key={toast.id} {...toast} onClosed={removeToast} />
        ))}
      </div>
    </ToastContext.Provider>
  );
}

/**
 * A message that the server renders once into the page after a form. The message stays at its place in the page, so
 * that nothing moves. After hydration the message is inserted again, because screen readers announce only inserted
 * text.
 */
export function Flash({ message }: { message: string }) {
  const isHydrated = useHydrated();
  return (
    <div className="flash" role="status">
      <p key={isHydrated ? "announced" : "sent"}>{message}</p>
    </div>
  );
}
