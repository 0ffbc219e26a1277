const personalParameterPattern = /^(?:amp)*(?:rc|vt|state|accountActivationId)$/i;

/** Matches the path of a split link. Its token is personal data, because anyone can decode the codes in it. */
const splitLinkPattern = /\/s\/[^/]/;

/**
 * Returns true if a URL contains a code, an id, a sealed draft or the token of a split link. Also recognizes names that
 * a mail program has damaged: `&amp;vt=`, `?rc%3D`, a name with invisible characters (docs/product/pages.md#pages).
 */
export function isPersonalAddress(url: string): boolean {
  const [path = "", query = ""] = url.split(/\?(.*)/s, 2);
  if (splitLinkPattern.test(path)) return true;
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
