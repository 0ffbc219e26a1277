/**
 * Fills the values into a message without escaping: React escapes markup, and `{{x}}` or `$t(x)` in a value stays text
 * (docs/product/overview.md#safe).
 */
export function fillText(text: string, brand: string, values: Record<string, string | number>): string {
  if (!text.includes("{{")) return text;
  return text.replaceAll(/\{\{(\w+)\}\}/g, (placeholder, name: string) =>
    String(values[name] ?? (name === "brand" ? brand : placeholder)),
  );
}
