/** What a tag manager has made of `push` may throw. */
export function push(entry: unknown): void {
  try {
    (window.dataLayer ??= []).push(entry);
  } catch {
    // Its tags' fault, not the page's.
  }
}
