const personalParameterPattern = /^(?:amp)*(?:rc|vt|state|accountActivationId)$/i;

/**
 * Returns true if a query contains a code, an id or a sealed draft. Also recognizes names that a mail program has
 * damaged: `&amp;vt=`, `?rc%3D`, a name with invisible characters (docs/product/pages.md#pages).
 */
export function isPersonalAddress(url: string): boolean {
  const [, query = ""] = url.split(/\?(.*)/s, 2);
  return [...new URLSearchParams(query)].some(([name, value]) =>
    `${name}=${value}`.split(/[&?]/).some((pair) =>
      personalParameterPattern.test(
        pair
          .split("=", 1)
          .join("")
          .replace(/[^a-z]/gi, ""),
      ),
    ),
  );
}
