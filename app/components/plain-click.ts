import type { MouseEvent } from "react";

/** Whether a link was simply pressed: with a modifier key or another button the browser means something else. */
export function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
}
