import { useEffect, useState } from "react";

/**
 * The status of the visitor's registration. `ask`: the server sends no more events, so the visitor must request the
 * status with a button.
 */
type ActivationState = "waiting" | "active" | "ask";

/**
 * Follows the visitor's registration by server-sent events while the page is visible. Hidden pages disconnect, because
 * a browser opens only six connections to a site. A visible page connects again and first gets the current status.
 *
 * @param eventStreamUrl - the URL of the event stream; undefined if the status cannot be requested
 */
export function useActivation(eventStreamUrl: string | undefined): ActivationState {
  const [activationState, setActivationState] = useState<ActivationState>("waiting");

  useEffect(() => {
    if (eventStreamUrl === undefined || activationState !== "waiting" || !("EventSource" in window)) return;
    const streamUrl: string = eventStreamUrl;
    let eventSource: EventSource | undefined;

    function closeEventSource(): void {
      eventSource?.close();
      eventSource = undefined;
    }
    function openEventSource(): void {
      if (eventSource || document.visibilityState === "hidden") return;
      eventSource = new EventSource(streamUrl);
      eventSource.addEventListener("status", (event: MessageEvent<unknown>) => {
        if (event.data === "active") setActivationState("active");
      });
      eventSource.addEventListener("ask", () => {
        setActivationState("ask");
      });
      // The browser itself reconnects after a lost connection. A closed stream gets no more events, so the visitor must
      // request the status.
      eventSource.addEventListener("error", () => {
        if (eventSource?.readyState === EventSource.CLOSED) setActivationState("ask");
      });
    }
    function handleVisibilityChange(): void {
      if (document.visibilityState === "hidden") closeEventSource();
      else openEventSource();
    }

    openEventSource();
    document.addEventListener("visibilitychange", handleVisibilityChange);
    addEventListener("pagehide", closeEventSource);
    addEventListener("pageshow", openEventSource);
    return () => {
      closeEventSource();
      document.removeEventListener("visibilitychange", handleVisibilityChange);
      removeEventListener("pagehide", closeEventSource);
      removeEventListener("pageshow", openEventSource);
    };
  }, [activationState, eventStreamUrl]);

  return activationState;
}
