/**
 * Replaces the placeholders of a message with values, without escaping: React escapes markup. Placeholders in a value
 * (`{{x}}`, `$t(x)`) are not replaced (docs/product/overview.md#safe).
 */
export function fillText(text: string, brand: string, values: Record<string, string | number>): string {
  if (!text.includes("{{")) return text;
  return text.replaceAll(/\{\{(\w+)\}\}/g, (placeholder, name: string) =>
    String(values[name] ?? (name === "brand" ? brand : placeholder)),
  );
}
