import { useState } from "react";
import { useHydrated } from "~/ui/components/use-hydrated";

/** React was about to replace the elements of the server, with all that was typed into them, by new ones. */
export class HydrationError extends Error {
  override name = "HydrationError";
}

/**
 * Stops React from rendering the page a second time, which it does where the document differs from its expectation. The
 * error reaches `KeepPage`, which keeps the elements.
 *
 * @throws {HydrationError} if the first rendering is no hydration
 */
export function useHydrationOnly(): void {
  const [isRenderedAnew] = useState(useHydrated());
  if (isRenderedAnew) throw new HydrationError("React did not hydrate the page");
}
