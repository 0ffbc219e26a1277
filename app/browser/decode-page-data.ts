import { RemixBrowser } from "@remix-run/react";

/**
 * Awaits what Remix decodes when it first renders, suspending the whole document: somebody who types in that moment
 * would end its hydration for good (React error 345). Remix exports no other way to it than its component, which throws
 * the promise as React has components do. Without this, hydration would have to wait until nobody can be typing.
 */
export async function decodePageData(): Promise<void> {
  try {
    RemixBrowser({});
  } catch (waiting) {
    await waiting;
  }
}
