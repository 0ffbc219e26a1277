/**
 * Decodes a percent-encoded text.
 *
 * @returns null if the text is not valid percent-encoded UTF-8
 */
export function decodePercent(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
