/**
 * A message with its values in their places, each as it is: markup is React's to escape, and a value's own `{{x}}` or
 * `$t(x)` stays text (docs/product.md#safe).
 */
export function fillText(text: string, brand: string, values: Record<string, string | number>): string {
  if (!text.includes("{{")) return text;
  return text.replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) =>
    String(values[name] ?? (name === "brand" ? brand : whole)),
  );
}
