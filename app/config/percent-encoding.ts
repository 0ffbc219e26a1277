/** @returns null for a text that is not percent-encoded UTF-8 */
export function decodePercent(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
