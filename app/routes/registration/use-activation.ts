import { useEffect, useState } from "react";

/** `ask`: no further events will arrive. */
export type ActivationState = "waiting" | "active" | "ask";

/**
 * Follows the visitor's registration by server-sent events while the page is visible: a browser has six connections to
 * a site for all tabs, and the current status comes first whenever the page is visible again.
 *
 * @param url - undefined if it cannot be followed
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
      // The browser reconnects a lost stream, but not a closed one.
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
