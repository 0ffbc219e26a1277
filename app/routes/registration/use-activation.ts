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
    let source: EventSource | undefined;

    function close(): void {
      source?.close();
      source = undefined;
    }
    function open(): void {
      if (source || document.visibilityState === "hidden") return;
      source = new EventSource(events);
      source.addEventListener("status", (event: MessageEvent<unknown>) => {
        if (event.data === "active") setState("active");
      });
      source.addEventListener("ask", () => {
        setState("ask");
      });
      // The browser itself reconnects after a lost connection. If it has closed the stream for good, no more events
      // follow.
      source.addEventListener("error", () => {
        if (source?.readyState === EventSource.CLOSED) setState("ask");
      });
    }
    function checkStatus(): void {
      if (document.visibilityState === "hidden") close();
      else open();
    }

    open();
    document.addEventListener("visibilitychange", checkStatus);
    addEventListener("pagehide", close);
    addEventListener("pageshow", open);
    return () => {
      close();
      document.removeEventListener("visibilitychange", checkStatus);
      removeEventListener("pagehide", close);
      removeEventListener("pageshow", open);
    };
  }, [state, url]);

  return state;
}
