import { useEffect, useState } from "react";

/**
 * The status of the visitor's registration. `ask`: the server sends no more events, so the visitor must request the
 * status with a button.
 */
export type ActivationState = "waiting" | "active" | "ask";

/**
 * Follows the visitor's registration by server-sent events while the page is visible. Hidden pages disconnect, because
 * a browser opens only six connections to a site. A visible page connects again and first gets the current status.
 *
 * @param url - the URL of the event stream; undefined if the status cannot be requested
 */
export function useActivation(url: string | undefined): ActivationState {
  const [state, setState] = useState<ActivationState>("waiting");

  useEffect(() => {
    if (url === undefined || state !== "waiting" || !("EventSource" in window)) return;
    const events: string = url;
    let eventSource: EventSource | undefined;

    function close(): void {
      eventSource?.close();
      eventSource = undefined;
    }
    function openEventSource(): void {
      if (eventSource || document.visibilityState === "hidden") return;
      eventSource = new EventSource(events);
      eventSource.addEventListener("status", (event: MessageEvent<unknown>) => {
        if (event.data === "active") setState("active");
      });
      eventSource.addEventListener("ask", () => {
        setState("ask");
      });
      // The browser itself reconnects after a lost connection. If it has closed the stream for good, no more events
      // follow.
      eventSource.addEventListener("error", () => {
        if (eventSource?.readyState === EventSource.CLOSED) setState("ask");
      });
    }
    function checkStatus(): void {
      if (document.visibilityState === "hidden") close();
      else openEventSource();
    }

    openEventSource();
    document.addEventListener("visibilitychange", checkStatus);
    addEventListener("pagehide", close);
    addEventListener("pageshow", openEventSource);
    return () => {
      close();
      document.removeEventListener("visibilitychange", checkStatus);
      removeEventListener("pagehide", close);
      removeEventListener("pageshow", openEventSource);
    };
  }, [state, url]);

  return state;
}
