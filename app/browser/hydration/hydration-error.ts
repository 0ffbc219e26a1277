/** Thrown when React is about to replace the server's elements, and all typed text in them. */
export class HydrationError extends Error {
  override name = "HydrationError";
}
