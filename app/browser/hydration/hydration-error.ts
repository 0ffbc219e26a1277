/** React was about to replace the server's elements, with all that was typed into them, by new ones. */
export class HydrationError extends Error {
  override name = "HydrationError";
}
